/**
 * Reads a Yjs update (encoding V1) without building it, and refuses what no honest client sends: other roots,
 * subdocuments, deep or oversized content, keys that reach into prototypes, counts that the bytes cannot hold. Work and
 * memory stay linear in the bytes, whatever lengths they claim.
 *
 * Layout: Yjs `UpdateEncoderV1`: per client its structs, then the delete set; all integers are lib0 varints.
 */
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_UPDATE_BYTES } from './limits.ts';
import { MARK_NAMES, NODE_NAMES, ROOT_NAMES } from './document-schema.ts';

export type Linted =
  | { readonly ok: true; readonly written: readonly Written[]; readonly structs: number }
  | { readonly ok: false; readonly why: string };

/** What an update writes under one Yjs client: the clocks from `clock` up to, and without, `nextClock`. */
export interface Written {
  readonly client: number;
  readonly clock: number;
  readonly nextClock: number;
}

interface Limits {
  readonly bytes: number;
  readonly clients: number;
  readonly structs: number;
}

const SINGLE: Limits = { bytes: MAX_UPDATE_BYTES, clients: 64, structs: 50_000 };
const FOLDED: Limits = { bytes: MAX_DOCUMENT_BYTES, clients: Infinity, structs: Infinity };
const MAX_VALUES = 50_000;
const MAX_RUN = 2 ** 24;
const MAX_NESTED_JSON = 32;
const MAX_KEY_CHARS = 256;
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export interface LintOptions {
  /** A folded state: names every client that ever wrote and is as large as a document. Its counts are bound by bytes. */
  readonly folded?: boolean;
}

export function lintUpdate(bytes: Uint8Array, options: LintOptions = {}): Linted {
  const limits = options.folded ? FOLDED : SINGLE;
  if (bytes.length > limits.bytes) return { ok: false, why: 'too many bytes' };
  try {
    const reader = new Reader(bytes);
    const { written, structs } = readStructs(reader, limits);
    readDeleteSet(reader);
    if (reader.left > 0) throw new Refused('bytes after the end');
    return { ok: true, written, structs };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.message };
    throw error;
  }
}

class Refused extends Error {}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
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

  /** A count of things of which each takes at least one byte. */
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
      return this.#utf8.decode(part);
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

function readStructs(reader: Reader, limits: Limits): { written: Written[]; structs: number } {
  const written = new Map<number, Written>();
  const depths: Depths = new Map();
  let structs = 0;
  for (let blocks = reader.count(limits.clients, 'clients'); blocks > 0; blocks--) {
    const count = reader.count(limits.structs - structs, 'structs');
    structs += count;
    const client = reader.uint();
    if (client > 0xff_ff_ff_ff) throw new Refused('client id');
    if (written.has(client)) throw new Refused('client twice');
    const first = reader.uint();
    let clock = first;
    for (let i = 0; i < count; i++) {
      const { depth, length } = readStruct(reader, depths);
      depths.set(idOf(client, clock), depth);
      depths.set(idOf(client, clock + length - 1), depth);
      clock += length;
      if (clock > Number.MAX_SAFE_INTEGER) throw new Refused('clock');
    }
    written.set(client, { client, clock: first, nextClock: clock });
  }
  return { written: [...written.values()], structs };
}

const GC = 0;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;
const HAS_PARENT_KEY = 0x20;

/**
 * How deep the first and the last tick of each struct stand, as far as this update tells. What it refers to outside of
 * itself counts as the top: nesting that is built over many updates is for those to see who hold the document.
 */
type Depths = Map<string, number>;

const idOf = (client: number, clock: number): string => `${client}:${clock}`;

/** `length`: how many clock ticks the struct takes. */
function readStruct(reader: Reader, depths: Depths): { depth: number; length: number } {
  const info = reader.byte();
  const kind = info & 31;
  // What was inserted and deleted within one transaction is sent as a GC struct, by honest clients too.
  if (kind === GC && info === GC) return { depth: 1, length: readRun(reader) };
  let depth = 1;
  // A neighbour stands in the same parent.
  if ((info & HAS_ORIGIN) !== 0) depth = depths.get(readId(reader)) ?? 1;
  if ((info & HAS_RIGHT_ORIGIN) !== 0) depth = Math.max(depth, depths.get(readId(reader)) ?? 1);
  if ((info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN)) === 0) {
    if (reader.uint() === 1) {
      if (!ROOT_NAMES.has(reader.text())) throw new Refused('unknown root');
    } else depth = (depths.get(readId(reader)) ?? 0) + 1;
    if ((info & HAS_PARENT_KEY) !== 0) reader.key();
  }
  // The text inside the deepest element is one more.
  if (depth > MAX_DEPTH + 2) throw new Refused('too deep');
  return { depth, length: readContent(reader, kind) };
}

const readId = (reader: Reader): string => {
  const client = reader.uint();
  return idOf(client, reader.uint());
};

function readRun(reader: Reader): number {
  const length = reader.uint();
  if (length < 1 || length > MAX_RUN) throw new Refused('length of a run');
  return length;
}

/** The content kinds are Yjs's `contentRefs`. */
function readContent(reader: Reader, kind: number): number {
  switch (kind) {
    case 1: // deleted
      return readRun(reader);
    case 2: {
      const count = reader.count(MAX_VALUES, 'values');
      for (let i = 0; i < count; i++) readJson(reader);
      return atLeastOne(count);
    }
    case 3: // binary
      reader.skip(reader.uint());
      return 1;
    case 4: // string: one tick per UTF-16 unit
      return atLeastOne(reader.text().length);
    case 5: // embed
      readJson(reader);
      return 1;
    case 6: // format
      if (!MARK_NAMES.has(markName(reader.key()))) throw new Refused('unknown mark');
      readJson(reader);
      return 1;
    case 7:
      readType(reader);
      return 1;
    case 8: {
      const count = reader.count(MAX_VALUES, 'values');
      for (let i = 0; i < count; i++) readAny(reader, 0);
      return atLeastOne(count);
    }
    default:
      // 9 is a subdocument, 10 a skip: neither is written by an editor.
      throw new Refused(`content ${kind}`);
  }
}

/** The editor's binding stores a mark that may overlap itself under its name, two dashes and a hash. */
const markName = (key: string): string => key.replace(/--[a-zA-Z0-9+/=]{8}$/, '');

function atLeastOne(length: number): number {
  if (length < 1) throw new Refused('empty content');
  return length;
}

const XML_ELEMENT = 3;
const XML_TEXT = 6;

function readType(reader: Reader): void {
  const type = reader.uint();
  if (type === XML_ELEMENT) {
    if (!NODE_NAMES.has(reader.text())) throw new Refused('unknown node');
  } else if (type !== XML_TEXT) throw new Refused(`type ${type}`);
}

function readJson(reader: Reader): void {
  const text = reader.text();
  let value: unknown;
  try {
    value = text === 'undefined' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('not JSON');
    throw error;
  }
  checkValue(value, 0);
}

function checkValue(value: unknown, depth: number): void {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key)) throw new Refused('key not allowed');
    checkValue(inner, depth + 1);
  }
}

/** lib0 `any`: one tag byte, then the value. */
function readAny(reader: Reader, depth: number): void {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  const tag = reader.byte();
  switch (tag) {
    case 127: // undefined
    case 126: // null
    case 121: // false
    case 120: // true
      return;
    case 125: // varInt
      while (reader.byte() >= 128);
      return;
    case 124:
      return reader.skip(4);
    case 123:
    case 122:
      return reader.skip(8);
    case 119:
      reader.text();
      return;
    case 118:
      for (let i = reader.count(1000, 'keys'); i > 0; i--) {
        reader.key();
        readAny(reader, depth + 1);
      }
      return;
    case 117:
      for (let i = reader.count(MAX_VALUES, 'values'); i > 0; i--) readAny(reader, depth + 1);
      return;
    case 116:
      return reader.skip(reader.uint());
    default:
      throw new Refused(`value ${tag}`);
  }
}

function readDeleteSet(reader: Reader): void {
  for (let clients = reader.count(Infinity, 'clients in the delete set'); clients > 0; clients--) {
    reader.uint();
    for (let ranges = reader.count(Infinity, 'deleted ranges'); ranges > 0; ranges--) {
      reader.uint();
      if (reader.uint() > MAX_RUN * 64) throw new Refused('length of a deletion');
    }
  }
}
