/** A cursor over one parameter's text. Every failure has its position, as in PostgREST. */
import { refuseParse } from './refusals.ts';

/** Enough for any real query, and low enough that recursion cannot exhaust the stack. */
const MAX_DEPTH = 60;

export class Scanner {
  readonly text: string;
  position = 0;
  readonly #what: string;
  #depth = 0;

  /** @param what names the text in errors, e.g. `filter`. */
  constructor(text: string, what: string) {
    this.text = text;
    this.#what = `${what} (${text})`;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.position);
  }

  startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.position);
  }

  /** Skips `prefix` if it is next. */
  take(prefix: string): boolean {
    if (!this.startsWith(prefix)) return false;
    this.position += prefix.length;
    return true;
  }

  expect(prefix: string): void {
    if (!this.take(prefix)) throw this.fail(`expecting "${prefix}"`);
  }

  /** `pattern` must be sticky (`y`). */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.position = pattern.lastIndex;
    return found[0];
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  expectEnd(): void {
    if (!this.done) throw this.fail('expecting end of input');
  }

  nested<T>(parse: () => T): T {
    if (this.#depth >= MAX_DEPTH) throw this.fail('too deeply nested');
    this.#depth += 1;
    try {
      return parse();
    } finally {
      this.#depth -= 1;
    }
  }

  fail(expecting: string): Error {
    const next = this.done
      ? 'unexpected end of input'
      : `unexpected ${JSON.stringify(this.text[this.position])}`;
    return refuseParse(this.#what, this.position + 1, `${next} ${expecting}`);
  }
}

/** `"a, \"b\""`: anything in double quotes, backslash escapes one character. Null if no quote is next. */
export function scanQuoted(scanner: Scanner): string | null {
  const quoted = scanner.match(/"(?:[^"\\]|\\[\s\S])*"/y);
  return quoted === null ? null : quoted.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1');
}

/** A name of a column, resource or function: quoted, or letters, digits, `_`, `$`, blanks and inner dashes. */
export function scanName(scanner: Scanner): string {
  const quoted = scanQuoted(scanner);
  if (quoted !== null) return quoted;
  const plain = scanner.match(/[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy);
  if (plain === null || plain.trim() === '') throw scanner.fail('expecting field name (* or [a..z0..9_$])');
  return plain.trim();
}
