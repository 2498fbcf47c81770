/** HTML, and parts of other formats, that nobody would write by mistake. */

export type Roll = (sides: number) => number;

/** The same for the same seed. */
export function dice(seed: number): Roll {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

export const pick = <One>(roll: Roll, from: readonly One[]): One => from[roll(from.length)]!;
export const many = (roll: Roll, most: number, make: () => string): string =>
  Array.from({ length: roll(most + 1) }, make).join('');

const TAGS =
  'p h1 h6 ul ol li table tr td th blockquote pre code a img b i s u sub sup mark div span details summary hr br section math svg script style iframe input'.split(
    ' ',
  );
const SCHEMES = ['javascript:alert(1)', 'data:text/html,a', 'vbscript:x', 'file:///etc/passwd', 'blob:x'];
/** How a scheme is hidden. */
const DISGUISES: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) => ` ${address}`,
  (address) => `\u00a0\u200b${address}`,
  (address) => `${address.slice(0, 3)}\t${address.slice(3)}`,
  (address) => `${address.slice(0, 2)}&#9;${address.slice(2)}`,
  (address) => `${address.slice(0, 2)}&#xA;${address.slice(2)}`,
  (address) => `&#${address.charCodeAt(0)};${address.slice(1)}`,
  (address) => `&#x${address.charCodeAt(0).toString(16)}${address.slice(1)}`,
  (address) => address.replace(':', '&colon;'),
  (address) => `%${address.charCodeAt(0).toString(16)}${address.slice(1)}`,
  (address) => `\u0001${address}`,
  (address) => `//x${address}`,
];
const VALUES = [
  'https://example.com',
  'taskList',
  'callout',
  'blockMath',
  'inlineMath',
  'mention',
  '-5',
  '1e9',
  '99999',
  'x'.repeat(2500),
  `https://a.cz/${'x'.repeat(9000)}`,
  'picture:a.png',
  '00000000-0000-0000-0000-000000000000/../../secret.png',
];
const NAMES =
  'href src title alt data-type data-kind data-latex data-src data-id data-label data-width width start colspan rowspan colwidth style class data-checked data-language data-color'.split(
    ' ',
  );

export const hostileAddress = (roll: Roll): string => pick(roll, DISGUISES)(pick(roll, SCHEMES));
export const hostileValue = (roll: Roll): string => (roll(2) ? hostileAddress(roll) : pick(roll, VALUES));

export function hostileHtml(roll: Roll, depth = 0): string {
  const tag = pick(roll, TAGS);
  const attributes = many(roll, 3, () => ` ${pick(roll, NAMES)}="${hostileValue(roll)}"`);
  const address = tag === 'a' ? ` href="${hostileAddress(roll)}"` : '';
  const children = depth > 6 ? '' : many(roll, 3, () => hostileHtml(roll, depth + 1));
  return `<${tag}${address}${attributes}>${roll(2) ? 'text ' : ''}${children}${roll(5) ? `</${tag}>` : ''}`;
}
