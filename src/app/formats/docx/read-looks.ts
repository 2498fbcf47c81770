/** The format of a run, in the form that the conversion reads. */
import { childOf, element, elementsOf, textOf, valueOf, type XmlElement, type XmlNode } from './read-xml.ts';
import type { RunLook } from './read-styles.ts';

/** Style of code in the text that is converted. */
export const CODE_STYLE = 'code';

export function runFormat(look: RunLook): XmlElement {
  const on = (name: string): XmlElement => element(name);
  const color = look.highlight === undefined ? null : highlightOf(look.highlight);
  return element('w:rPr', {}, [
    ...(look.isCode === true ? [element('w:rStyle', { 'w:val': CODE_STYLE })] : []),
    ...(look.bold === true ? [on('w:b')] : []),
    ...(look.italic === true ? [on('w:i')] : []),
    ...(look.strike === true ? [on('w:strike')] : []),
    ...(look.underline === true ? [element('w:u', { 'w:val': 'single' })] : []),
    ...(look.position === 'superscript' || look.position === 'subscript'
      ? [element('w:vertAlign', { 'w:val': look.position })]
      : []),
    ...(color === null ? [] : [element('w:highlight', { 'w:val': color })]),
  ]);
}

/** Names of Word for colors, as hues. Others are gray, black or white. */
const HUES: Readonly<Record<string, number>> = {
  red: 0,
  darkRed: 0,
  darkYellow: 35,
  yellow: 60,
  green: 120,
  darkGreen: 120,
  cyan: 190,
  darkCyan: 190,
  blue: 220,
  darkBlue: 220,
  magenta: 300,
  darkMagenta: 300,
};

/** Upper ends of the hues of each color that documents have. */
const COLORS: readonly (readonly [number, string])[] = [
  [18, 'red'],
  [46, 'orange'],
  [72, 'yellow'],
  [168, 'green'],
  [250, 'blue'],
  [330, 'purple'],
  [360, 'red'],
];

export const HIGHLIGHTS: readonly string[] = [...new Set(COLORS.map(([, color]) => color))];

/** Null: no highlight that documents have. */
function highlightOf(color: string): string | null {
  const hue = color.startsWith('#') ? hueOf(color) : (HUES[color] ?? null);
  return hue === null ? null : (COLORS.find(([end]) => hue <= end)?.[1] ?? null);
}

/** Null: gray. */
function hueOf(hex: string): number | null {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  if (red === undefined || green === undefined || blue === undefined) return null;
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (!(range > 16)) return null;
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return sixth * 60;
}

/** Whether a run has a font, size, color or other look of its own that documents do not have. */
export function looksSpecial(format: XmlElement | undefined): boolean {
  if (!format) return false;
  const color = valueOf(format, 'w:color') ?? 'auto';
  return (
    !/^(?:auto|000000)$/i.test(color) ||
    ['w:sz', 'w:rFonts', 'w:caps', 'w:smallCaps', 'w:outline', 'w:shadow', 'w:bdr'].some(
      (name) => childOf(format, name) !== undefined,
    )
  );
}

/** Runs of a heading. Where all of its text is bold, that is its look. */
export function withoutBold(runs: readonly XmlElement[]): readonly XmlElement[] {
  const isPlain = (run: XmlElement): boolean =>
    run.name === 'w:r' && !childOf(run, 'w:rPr', 'w:b') && /[^\s\uFDD2-\uFDD5]/.test(textOf(run));
  const all = runs.flatMap((run) => (run.name === 'w:hyperlink' ? elementsOf(run) : [run]));
  return all.some((run) => isPlain(run) && !/^[\uFDD2\uFDD4]/.test(textOf(run))) ? runs : runs.map(dropBold);
}

const dropBold = (node: XmlElement): XmlElement => ({
  ...node,
  children: node.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child];
    return child.name === 'w:b' ? [] : [dropBold(child)];
  }),
});

/** A run of code: without a look, and with the ends of its lines as characters. */
export const asCode = (run: XmlElement): XmlElement => ({
  ...run,
  children: elementsOf(run)
    .filter(({ name }) => name !== 'w:rPr')
    .map((part) => {
      if (part.name === 'w:r') return asCode(part);
      return part.name === 'w:br' ? element('w:t', { 'xml:space': 'preserve' }, ['\n']) : part;
    }),
});
