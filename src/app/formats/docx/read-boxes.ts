/** Checkboxes at the start of a paragraph. */
import { isElement, type XmlElement, type XmlNode } from './read-xml.ts';

export const CHECKED = '☒';
export const UNCHECKED = '☐';

/** All characters of a run, signs too. */
export const textIn = (node: XmlNode): string =>
  isElement(node) ? node.children.map(textIn).join('') : node;

const BOX = /^[☐□☑☒✓✔]$/u;

/** Whether the sign of a list item is a checked box; null for other signs. */
export const boxOf = (sign: string): boolean | null => (BOX.test(sign) ? !/[☐□]/u.test(sign) : null);

/** Removes a checkbox at the start, and the spaces behind it. Null without one. */
export function takeBox(runs: XmlElement[], mostSpaces = Number.POSITIVE_INFINITY): boolean | null {
  const [, before = '', sign] =
    /^((?:\uFDD2[^\uFDD3]*\uFDD3|\uFDD4l\d+\uFDD5)*)([☐☑☒])(?:\s|$)/u.exec(runs.map(textIn).join('')) ?? [];
  if (sign === undefined) return null;
  let skip = before.length;
  let isBehind = false;
  let spaces = mostSpaces;
  const withoutSpaces = (text: string): string => {
    const left = text.slice(Math.min(text.length - text.trimStart().length, spaces));
    spaces -= text.length - left.length;
    return left;
  };
  for (const [at, run] of runs.entries()) {
    const own = textIn(run);
    if (own.length <= skip) {
      skip -= own.length;
      continue;
    }
    const left = isBehind ? withoutSpaces(own) : own.slice(0, skip) + withoutSpaces(own.slice(skip + 1));
    isBehind = true;
    skip = 0;
    runs[at] = withText(run, left);
    if (left !== '' || spaces === 0) break;
  }
  return sign === CHECKED || sign !== UNCHECKED;
}

/** Removes the space behind the number of a note. */
export function trimStart(runs: XmlElement[]): void {
  const at = runs.findIndex((run) => textIn(run) !== '');
  const first = runs[at];
  if (first) runs[at] = withText(first, textIn(first).trimStart());
}

/** A run, or a link of one, with other text. */
const withText = (run: XmlElement, text: string): XmlElement => ({
  ...run,
  children: run.children.map((child) => {
    if (!isElement(child)) return child;
    if (child.name === 'w:t') return { ...child, children: [text] };
    return child.name === 'w:r' ? withText(child, text) : child;
  }),
});
