/** An escape of JSON: a pair of surrogates, half of one, or any other. */
const ESCAPE = /\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|(ud[89a-f][0-9a-f]{2})|[^])/gi;

/**
 * JSON in which every half of a pair of surrogates is U+FFFD, as Go reads it. PostgreSQL stores no such half, and what
 * `JSON.parse` makes of one comes out of `JSON.stringify` again.
 */
export function mendSurrogates(json: string): string {
  return json.replaceAll(ESCAPE, (escape, _pair, half: string | undefined) =>
    half === undefined ? escape : '\\ufffd',
  );
}
