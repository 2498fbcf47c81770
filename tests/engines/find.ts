import type * as TestingLibrary from '@testing-library/dom';

/** Description of a part of the page. If several match, the last visible one is used. */
export interface Part {
  readonly role?: string;
  /** Accessible name, of a role or of a field. */
  readonly name?: string;
  readonly label?: string;
  readonly text?: string;
  readonly css?: string;
  /** Selector of the part around it. */
  readonly within?: string;
}

/** Scrolls to the part and returns its middle; `data-hit` of the page becomes `yes` when it is pressed. Runs in the page, with Testing Library. */
export function find(part: Part): { x: number; y: number } | { problem: string } {
  const library = (globalThis as unknown as { TestingLibraryDom: typeof TestingLibrary }).TestingLibraryDom;
  const within = part.within ?? 'body';
  const root = [...document.querySelectorAll<HTMLElement>(within)].at(-1);
  if (root === undefined) return { problem: `no ${within}` };
  const list = (): Element[] => {
    if (part.css !== undefined) return [...root.querySelectorAll(part.css)];
    if (part.label !== undefined) return library.queryAllByLabelText(root, part.label);
    if (part.text !== undefined) return library.queryAllByText(root, part.text);
    return library.queryAllByRole(root, part.role ?? '', part.name === undefined ? {} : { name: part.name });
  };
  const element = list()
    .filter((one) => one.checkVisibility())
    .at(-1);
  if (element === undefined) return { problem: 'not found' };
  element.scrollIntoView({ block: 'nearest' });
  const box = element.getBoundingClientRect();
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  const top = document.elementFromPoint(x, y);
  // A label of a field lies over it.
  const isHit = top !== null && (element.contains(top) || top.contains(element));
  // Whether a click reaches it is read afterwards: a page that has just loaded may move it away.
  document.documentElement.dataset['hit'] = 'no';
  const onPress = (): void => void (document.documentElement.dataset['hit'] = 'yes');
  element.addEventListener('pointerdown', onPress, { capture: true, once: true });
  return isHit ? { x, y } : { problem: `covered by ${top?.outerHTML.slice(0, 120) ?? 'the edge'}` };
}
