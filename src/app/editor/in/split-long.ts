/** Splits a page of HTML into parts that are quick to read. */
import { hasBlocks } from '../paste/elements.ts';
import { applySheets } from '../paste/read-styles.ts';

/** Cleaning this much takes some milliseconds. */
const PART_CHARS = 16_000;
/** Word writes the items of a list as paragraphs that only make a list together. */
const CONTINUES = '[class^="MsoListParagraph"], [style*="mso-list"]';

/** One step is a part, or the reading of the whole. */
export function* splitLong(html: string): Generator<undefined, readonly string[]> {
  if (html.length <= PART_CHARS) return [html];
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  yield;
  // The parts have no style sheets.
  applySheets(body);
  yield;
  const parts: string[] = [];
  let part = '';
  for (const node of topBlocks(body)) {
    const isElement = node instanceof Element;
    if (part.length > PART_CHARS && isElement && !node.matches(CONTINUES)) {
      parts.push(part);
      part = '';
      yield;
    }
    part += isElement ? node.outerHTML : escape(node.textContent ?? '');
  }
  return part.trim() === '' ? parts : [...parts, part];
}

/** Boxes that only hold the page are opened. */
function topBlocks(box: Element): readonly ChildNode[] {
  const nodes = [...box.childNodes];
  const elements = [...box.children];
  const whole = elements.reduce((length, one) => Math.max(length, one.innerHTML.length), 0);
  return nodes.flatMap((node) => {
    const isBox =
      node instanceof Element &&
      whole > PART_CHARS &&
      node.innerHTML.length === whole &&
      node.matches('div:not([data-type]), main, article, section, body') &&
      hasBlocks(node);
    return isBox ? topBlocks(node) : [node];
  });
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
