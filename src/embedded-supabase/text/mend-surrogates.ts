/** A JSON escape: a surrogate pair, a lone surrogate, or any other. */
const ESCAPE = /\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|(ud[89a-f][0-9a-f]{2})|[^])/gi;

/**
 * Returns the JSON with every lone surrogate replaced by U+FFFD, as Go reads it. PostgreSQL cannot store lone
 * surrogates, and `JSON.stringify` would write out those that `JSON.parse` has read.
 */
export function mendSurrogates(json: string): string {
  return json.replaceAll(ESCAPE, (escape, _pair, half: string | undefined) =>
    half === undefined ? escape : '\\ufffd',
  );
}
