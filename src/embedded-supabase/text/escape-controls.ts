/** Makes text from users safe to print: a terminal obeys control characters, and a log is read line by line. */

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes as `\u001b`, also inside JSON, whose meaning it keeps. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Keeps line breaks, but indents every line after the first: none can pass for a line of its own. */
export const escapeLines = (text: string): string =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line, at) => (at === 0 || line.startsWith('  ') ? '' : '  ') + escapeControls(line))
    .join('\n');
