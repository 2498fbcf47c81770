/** Properties of a paragraph: its outline, its side, and whether a page begins with it. */
import { textIn } from './read-boxes.ts';
import { outlineKind, type BlockKind, type ParagraphStyle } from './read-styles.ts';
import { childOf, valueOf, type XmlElement } from './read-xml.ts';

export const outlineOf = (format: XmlElement | undefined): BlockKind | null =>
  outlineKind(valueOf(format, 'w:outlineLvl'));

const isOn = (setting: XmlElement | undefined): boolean =>
  setting !== undefined && !/^(?:0|false|off)$/.test(setting.attributes['w:val'] ?? '1');

export function hasPageBreak(format: XmlElement | undefined): boolean {
  const section = childOf(format, 'w:sectPr');
  return (
    isOn(childOf(format, 'w:pageBreakBefore')) ||
    (section !== undefined && valueOf(section, 'w:type') !== 'continuous')
  );
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'center',
  left: 'left',
  start: 'left',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
};
/** Word means the sides where lines begin and end. */
const FROM_THE_RIGHT: Readonly<Record<string, string>> = { left: 'right', right: 'left' };

/** As mammoth reads attributes. */
export function cssOf(
  format: XmlElement | undefined,
  style: ParagraphStyle,
  runs: readonly XmlElement[],
  isOwn: boolean,
): string {
  const side = ALIGNMENTS[valueOf(format, 'w:jc') ?? style.alignment ?? ''] ?? '';
  const isFromRight = isOn(childOf(format, 'w:bidi') ?? style.bidi);
  // Other programs write the usual alignment, too.
  const isUsual = side === '' || (side === 'left' && !isOwn);
  const alignment = isUsual ? undefined : ((isFromRight ? FROM_THE_RIGHT[side] : undefined) ?? side);
  const keepsSpaces = !isOwn && /\t| {2}/.test(runs.map(textIn).join(''));
  const css = [
    ...(alignment === undefined ? [] : [`text-align:${alignment}`]),
    ...(keepsSpaces ? ['white-space:pre-wrap'] : []),
  ];
  return css.length === 0 ? '' : `[style='${css.join(';')}']`;
}
