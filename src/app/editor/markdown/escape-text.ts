/** Characters of a text that Markdown would read as its own signs. */

const entity = (char: string): string => `&#${String(char.codePointAt(0))};`;

/** `escapeSpace` is for whitespace that would be trimmed or joined. */
export const escapeSpace = (space: string): string => space.replaceAll(/\s/g, entity);

/** In an attribute, which may stand inside a line of Markdown. */
export const escapeAttribute = (value: string): string => value.replaceAll(/[&"<>\p{Cc}]|(?<= ) /gu, entity);

export interface TextPlace {
  /** Nothing stands behind the text in its block. */
  readonly isLast: boolean;
  readonly inLink: boolean;
}

const backslash = String.raw`\$&`;

export function escapeText(text: string, { isLast, inLink }: TextPlace): string {
  const escaped = text
    // Behind other punctuation, a backslash stands for itself.
    .replaceAll(/\\(?=[!-/:-@[-`{-~\s]|$)/g, backslash)
    .replaceAll(/`/g, backslash)
    // Between spaces these open and close nothing; nor does an underscore within a word.
    .replaceAll(/(?<!\S )[*~]|[*~](?! \S)/g, backslash)
    .replaceAll(/_(?!(?<=[\p{L}\p{N}]_)[\p{L}\p{N}])/gu, backslash)
    .replaceAll(/(?<!\S )={2,}|={2,}(?! \S)/g, (signs) => signs.replaceAll('=', String.raw`\=`))
    .replaceAll(inLink ? /[[\]]/g : /\[/g, backslash)
    .replaceAll(/<(?=[a-z/!?]|$)|&(?=#?\w+;)/gi, backslash)
    // What would begin a formula, an image, an entity or a tag with what follows.
    .replaceAll(isLast ? /\$(?=\S)/g : /\$(?! )|[!&]$/g, backslash);
  return inLink ? escaped : escapeAddresses(escaped);
}

/** Addresses without angle brackets become links on GitHub, and here. */
const escapeAddresses = (text: string): string =>
  text
    .replaceAll(/(?<=https?|ftp):(?=\/\/)|(?<=www)\./gi, backslash)
    .replaceAll(/(?<=mailto|xmpp):|(?<=[\w.+-])@(?=[\p{L}\p{N}])/giu, backslash);

/** In a line of its own kind, at its two ends: Markdown trims there. */
export const keepEnds = (line: string): string =>
  line.replace(/^\s+/, escapeSpace).replace(/\s+$/, escapeSpace);

/** What makes a block when a line of a paragraph begins with it. */
const LINE_STARTS: readonly RegExp[] = [
  // A list, a heading, a quotation.
  /^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>)/,
  /^\d{1,9}(?=[.)](?:\s|$))/,
  // A line under a heading, a rule, the second line of a table.
  /^(?=(?:=+|-[-\s]+|[-:|][-:|\s]*)$)/,
];

export function keepLine(line: string): string {
  const kept = keepEnds(line);
  const start = LINE_STARTS.map((pattern) => pattern.exec(kept)?.[0]).find((found) => found !== undefined);
  return start === undefined ? kept : `${start}\\${kept.slice(start.length)}`;
}
