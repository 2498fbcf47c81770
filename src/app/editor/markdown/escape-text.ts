/** Escapes characters that Markdown would read as syntax. */

const entity = (char: string): string => `&#${String(char.codePointAt(0))};`;

/** For whitespace that would be trimmed or collapsed. */
export const escapeSpace = (space: string): string => space.replaceAll(/\s/g, entity);

/** For an attribute inside a line of Markdown. */
export const escapeAttribute = (value: string): string => value.replaceAll(/[&"<>\p{Cc}]|(?<= ) /gu, entity);

export interface TextPlace {
  /** The text is the last in its block. */
  readonly isLast: boolean;
  readonly inLink: boolean;
}

const backslash = String.raw`\$&`;

export function escapeText(text: string, { isLast, inLink }: TextPlace): string {
  const escaped = text
    // Before other characters a backslash is literal; a reference to a footnote is a bracket.
    .replaceAll(/\\(?=[!-/:-@[-`{-~\s\uFDD0]|$)/g, backslash)
    .replaceAll(/`/g, backslash)
    // Signs between spaces neither open nor close; nor does an underscore within a word.
    .replaceAll(/(?<!\S )[*~]|[*~](?! \S)/g, backslash)
    .replaceAll(/_(?!(?<=[\p{L}\p{N}]_)[\p{L}\p{N}])/gu, backslash)
    .replaceAll(/(?<!\S )={2,}|={2,}(?! \S)/g, (signs) => signs.replaceAll('=', String.raw`\=`))
    .replaceAll(inLink ? /[[\]]/g : /\[/g, backslash)
    .replaceAll(/<(?=[a-z/!?]|$)|&(?=#?\w+;)/gi, backslash)
    // Signs that could form a formula, an image, an entity or a tag with the next characters.
    .replaceAll(isLast ? /\$(?=\S)/g : /\$(?! )|[!&]$/g, backslash);
  return inLink ? escaped : escapeAddresses(escaped);
}

/** GitHub links addresses without angle brackets, and so does our reader. */
const escapeAddresses = (text: string): string =>
  text
    .replaceAll(/(?<=https?|ftp):(?=\/\/)|(?<=www)\./gi, backslash)
    .replaceAll(/(?<=mailto|xmpp):|(?<=[\w.+-])@(?=[\p{L}\p{N}])/giu, backslash);

/** Escapes whitespace at both ends of a line, which Markdown trims. */
export const keepEnds = (line: string): string =>
  line.replace(/^\s+/, escapeSpace).replace(/\s+$/, escapeSpace);

/** Line starts that would turn a line of a paragraph into a block. */
const LINE_STARTS: readonly RegExp[] = [
  // A list, a heading, a quotation.
  /^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>)/,
  /^\d{1,9}(?=[.)](?:\s|$))/,
  // The underline of a heading, a rule, the second line of a table.
  /^(?=(?:=+|-[-\s]+|[-:|][-:|\s]*)$)/,
];

export function keepLine(line: string): string {
  const kept = keepEnds(line);
  const start = LINE_STARTS.map((pattern) => pattern.exec(kept)?.[0]).find((found) => found !== undefined);
  return start === undefined ? kept : `${start}\\${kept.slice(start.length)}`;
}
