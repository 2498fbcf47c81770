/**
 * Texts for which React made a node of their own, beside other parts of an element: a page translator takes them out, and
 * the next change of the page fails. What is not translated may have them.
 */
export function findBareText(root: Node): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const isOfReact = Object.keys(text).some((key) => key.startsWith('__reactFiber$'));
    if (isOfReact && !text.parentElement?.closest('[translate=no]'))
      found.push(`"${text.nodeValue}" in ${text.parentElement?.outerHTML}`);
  }
  return found;
}
