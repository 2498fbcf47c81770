/** Reads marks that are styles: tags whose look a style takes back, highlighting, and the code of Google Docs. */
import { isFromNotion, rename, textOf, unwrap } from './elements.ts';

export function readMarks(body: HTMLElement): void {
  dropRevoked(body);
  readHighlights(body);
  readDocsCode(body);
  if (isFromNotion(body)) {
    for (const line of body.querySelectorAll('span[style*="border-bottom"]')) rename(line, 'u');
  }
  dropUnderlinesOfLinks(body);
}

/** Tags and the style without their look. Search results show `<em>` upright and bold. */
const REVOKED: readonly (readonly [string, RegExp])[] = [
  ['em, i, cite, dfn, address', /(?:^|;)\s*font-style:\s*normal/i],
  ['b, strong', /(?:^|;)\s*font-weight:\s*(?:normal|lighter|[1-4]00)\b/i],
  ['u, ins, s, strike, del', /(?:^|;)\s*text-decoration(?:-line)?:\s*none/i],
  ['sup, sub', /(?:^|;)\s*vertical-align:\s*baseline/i],
];

function dropRevoked(body: HTMLElement): void {
  for (const [tags, look] of REVOKED) {
    for (const element of body.querySelectorAll(tags)) {
      const style = element.getAttribute('style') ?? '';
      if (look.test(style)) renameWithStyle(element, 'span', style);
    }
  }
}

function renameWithStyle(element: Element, name: string, style: string): void {
  const { id } = element;
  const renamed = rename(element, name);
  renamed.setAttribute('style', style);
  if (id !== '') renamed.id = id;
}

const BACKGROUND = /(?:^|;)\s*background(?:-color)?:\s*([^;]+)/i;
const WHITE_TEXT = /(?:^|;)\s*color:\s*(?:white|#fff(?:fff)?\b|rgb\(255,\s*255,\s*255\))/i;
const NAMED: Readonly<Record<string, string>> = {
  yellow: '#ffff00',
  lime: '#00ff00',
  aqua: '#00ffff',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  orange: '#ffa500',
};

/** Text on the color of a highlighter. Other backgrounds are the page's. */
function readHighlights(body: HTMLElement): void {
  for (const span of body.querySelectorAll('span[style*="background"], font[style*="background"]')) {
    const style = span.getAttribute('style') ?? '';
    const color = BACKGROUND.exec(style)?.[1]?.trim().toLowerCase() ?? '';
    if (!isBright(color) || WHITE_TEXT.test(style) || span.closest('pre, code, mark, a, button')) continue;
    const mark = span.ownerDocument.createElement('mark');
    mark.append(...span.childNodes);
    span.append(mark);
  }
}

/** Distance between the strongest and the weakest part of a color. Badges are darker or paler than a highlighter. */
const MIN_CONTRAST = 100;
const MIN_LIGHT = 200;

function isBright(color: string): boolean {
  const parts = readColor(NAMED[color] ?? color);
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  return parts.length === 3 && most >= MIN_LIGHT && most - least >= MIN_CONTRAST;
}

function readColor(color: string): number[] {
  const hex = /^#([\da-f]{3}|[\da-f]{6})(?![\da-f])/.exec(color)?.[1];
  if (hex === undefined) {
    const [, ...parts] = /^rgb\((\d+),\s*(\d+),\s*(\d+)\)/.exec(color) ?? [];
    return parts.map(Number);
  }
  const digits = hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? []);
  return digits.map((pair) => Number.parseInt(pair, 16));
}

/** The color in which Google Docs writes code, which it has no element for. */
const DOCS_CODE = 'span[style*="#188038"][style*="mono" i]';

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

function readDocsCode(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll(`p:has(${DOCS_CODE}):has(br)`)) {
    const spans = [...paragraph.querySelectorAll(DOCS_CODE)];
    const inCode = spans.map(({ textContent }) => textContent).join('');
    if (withoutSpaces(inCode) === withoutSpaces(paragraph.textContent)) rename(paragraph, 'pre');
  }
  for (const span of body.querySelectorAll(DOCS_CODE)) if (!span.closest('pre')) rename(span, 'code');
}

/** Around a link as well as inside it, the underline is the look of the link. */
function dropUnderlinesOfLinks(body: HTMLElement): void {
  for (const underline of body.querySelectorAll('u, [style*="underline"]')) {
    const links = [...underline.querySelectorAll('a[href]')];
    if (links.length === 0 || links.map(textOf).join('') !== textOf(underline)) continue;
    if (underline.tagName === 'U') unwrap(underline);
    else
      underline.setAttribute(
        'style',
        (underline.getAttribute('style') ?? '').replaceAll('underline', 'none'),
      );
  }
}
