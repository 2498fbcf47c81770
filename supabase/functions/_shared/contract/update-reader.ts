/** Reads the varints and strings of lib0 from untrusted bytes; throws `Refused` for invalid ones. */
const MAX_KEY_CHARS = 256;
export const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Shared: creating a decoder takes longer than decoding a word. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The message is the reason why an update is refused. */
export class Refused extends Error {}

export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Refused('ends early');
    return byte;
  }

  skip(count: number): void {
    if (count > this.left) throw new Refused('ends early');
    this.#at += count;
  }

  /** lib0 varUint, within the integers that a double holds exactly. */
  uint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new Refused('integer too large');
      if (byte < 128) return value;
    }
  }

  /** lib0 varInt: the first byte has the sign. */
  int(): number {
    const first = this.byte();
    const sign = (first & 64) === 0 ? 1 : -1;
    let value = first & 63;
    let byte = first;
    for (let factor = 64; byte >= 128; factor *= 128) {
      byte = this.byte();
      value += (byte & 127) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new Refused('integer too large');
    }
    return sign * value;
  }

  float(size: 4 | 8): number {
    const at = this.#at;
    this.skip(size);
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, size);
    return size === 4 ? view.getFloat32(0) : view.getFloat64(0);
  }

  /** A count of items of at least one byte each. */
  count(limit: number, what: string): number {
    const count = this.uint();
    if (count > limit || count > this.left) throw new Refused(`too many ${what}`);
    return count;
  }

  text(): string {
    const length = this.uint();
    if (length > this.left) throw new Refused('ends early');
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    try {
      return utf8.decode(part);
    } catch (error) {
      if (error instanceof TypeError) throw new Refused('not UTF-8');
      throw error;
    }
  }

  key(): string {
    const key = this.text();
    if (key.length > MAX_KEY_CHARS || PROTOTYPE_KEYS.has(key)) throw new Refused('key not allowed');
    return key;
  }
}

export const MAX_RUN = 2 ** 24;

/** The length of a run of clock ticks without content. */
export function readRun(reader: Reader): number {
  const length = reader.uint();
  if (length < 1 || length > MAX_RUN) throw new Refused('length of a run');
  return length;
}
