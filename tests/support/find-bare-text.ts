/**
 * Finds text nodes that React manages beside siblings. A page translator replaces such a node, and React's next update of
 * it fails. Allowed under `translate=no`.
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
