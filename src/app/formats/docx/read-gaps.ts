/** Paragraphs without content. */
import { textIn } from './read-boxes.ts';
import { element, elementsOf, isElement, textOf, type XmlElement } from './read-xml.ts';

export const signsIn = (run: XmlElement): string[] =>
  textOf(run).match(/\uFDD2[^\uFDD3]*\uFDD3|\uFDD4[^\uFDD5]*\uFDD5/g) ?? [];

/** Text, or a sign that becomes HTML. */
export const hasContent = (runs: readonly XmlElement[]): boolean =>
  runs.some(
    (run) =>
      /[^\s\uFDD2-\uFDD5]/.test(textOf(run).replaceAll(/\uFDD4l\d+\uFDD5|\uFDD2[^\uFDD3]*\uFDD3/g, '')) ||
      hasSymbol(run),
  );
const hasSymbol = (run: XmlElement): boolean =>
  elementsOf(run).some((part) => part.name === 'w:sym' || (part.name === 'w:r' && hasSymbol(part)));

/** Characters besides signs. */
export const hasText = (runs: readonly XmlElement[]): boolean =>
  runs.some(
    (run) =>
      /[^\uFDD2-\uFDD5]/.test(textIn(run).replaceAll(/\uFDD4\w+\uFDD5|\uFDD2[^\uFDD3]*\uFDD3/g, '')) ||
      hasSymbol(run),
  );

/** Of empty paragraphs that programs use as gaps one stays, and none at the ends. */
export function withoutGaps(blocks: readonly XmlElement[], isCell: boolean): XmlElement[] {
  // Word puts an empty paragraph behind each table.
  const kept = blocks.filter(
    (block, at) => !isGap(block) || (at > 0 && blocks[at - 1]?.name === 'w:p' && !isGap(blocks[at - 1])),
  );
  while (kept.length > 1 && isGap(kept.at(-1))) kept.pop();
  return kept.length === 0 && isCell ? [element('w:p')] : kept;
}

const isGap = (block: XmlElement | undefined): boolean =>
  block?.name === 'w:p' &&
  !hasContent(block.children.filter(isElement)) &&
  !/[\uFDD2-\uFDD5]/.test(textIn(block));
