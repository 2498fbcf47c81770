/**
 * Characters that XML 1.0 forbids, and noncharacters, which have no meaning in text: the signs of threads and the guard below
 * are some of them.
 */
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The library fills in places written as `{name}`, also in text. With this behind the brace, text is not such a place. */
const GUARD = '\ufdd1';

export const cleanText = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll('{', `{${GUARD}`);

export const withoutGuards = (xml: string): string => xml.replaceAll(GUARD, '');
