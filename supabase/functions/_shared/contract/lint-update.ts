/**
 * Reads a Yjs update (encoding V1) without applying it, and refuses what no honest client sends: other roots,
 * subdocuments, deep or oversized content, prototype keys, and numbers or counts that keep an editor busy. Work and
 * memory stay linear in the bytes, whatever lengths the update claims.
 *
 * Layout: Yjs `UpdateEncoderV1`: per client its structs, then the delete set; all integers are lib0 varints.
 */
import {
  MAX_ATTRIBUTE_CHARS,
  MAX_ATTRIBUTE_NUMBER,
  MAX_SNAPSHOT_BYTES,
  MAX_SPAN,
  MAX_UPDATE_BYTES,
  MAX_UPDATE_STRUCTS,
} from './limits.ts';
import { isRefused, placeOf, Places, type FindPlace, type Id, type Waiting } from './struct-places.ts';
import { MARK_NAMES, NODE_NAMES, ROOT_NAMES } from './document-schema.ts';
import { PROTOTYPE_KEYS, Reader, Refused } from './update-reader.ts';

export type Linted =
  | {
      readonly ok: true;
      readonly written: readonly Written[];
      readonly structs: number;
      /** Characters inserted as text, and clock ticks deleted. */
      readonly typed: number;
      readonly deleted: number;
      readonly places: Places;
      /** Structs that refer to structs in neither the update nor the ground; empty without a ground. */
      readonly waiting: readonly Waiting[];
    }
  | { readonly ok: false; readonly why: string; readonly written?: readonly Written[] };

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

const SINGLE: Limits = { bytes: MAX_UPDATE_BYTES, clients: 64, structs: MAX_UPDATE_STRUCTS };
const FOLDED: Limits = { bytes: MAX_SNAPSHOT_BYTES, clients: Infinity, structs: Infinity };
const MAX_VALUES = 50_000;
const MAX_RUN = 2 ** 24;
const MAX_NESTED_JSON = 32;

export interface LintOptions {
  /** A folded state: it contains every client that ever wrote, and only its bytes are limited. */
  readonly folded?: boolean;
  /** Places of the structs already in the document. Without it, every referenced struct counts as a root. */
  readonly ground?: { find: FindPlace };
}

/** Content that no editor could render, from any source. */
export const POISON = 'too deep or too wide';

export function lintUpdate(bytes: Uint8Array, options: LintOptions = {}): Linted {
  const limits = options.folded ? FOLDED : SINGLE;
  if (bytes.length > limits.bytes) return { ok: false, why: 'too many bytes' };
  try {
    const reader = new Reader(bytes);
    const state = openState(options.ground);
    const { written, structs } = readStructs(reader, limits, state);
    const deleted = readDeleteSet(reader);
    if (reader.left > 0) throw new Refused('bytes after the end');
    const { typed, places, waiting } = state;
    return state.isPoison
      ? { ok: false, why: POISON, written }
      : { ok: true, written, structs, typed, deleted, places, waiting };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, why: error.message };
    throw error;
  }
}

function readStructs(reader: Reader, limits: Limits, state: State): { written: Written[]; structs: number } {
  const written = new Map<number, Written>();
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
      clock += readStruct(reader, { client, clock }, state);
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

interface State {
  readonly places: Places;
  readonly find: FindPlace;
  readonly waiting: Waiting[];
  isPoison: boolean;
  typed: number;
  /** The largest cell span among the values of the current struct. */
  widest: number;
}

const UNKNOWN_GROUND = { depth: 0, isSpan: false };

function openState(ground: LintOptions['ground']): State {
  const places = new Places();
  const find: FindPlace = (id) => places.find(id) ?? (ground ? ground.find(id) : UNKNOWN_GROUND);
  return { places, find, waiting: [], isPoison: false, typed: 0, widest: 0 };
}

const SPANS: ReadonlySet<string> = new Set(['colspan', 'rowspan']);

/** Returns how many clock ticks the struct takes. */
function readStruct(reader: Reader, id: Id, state: State): number {
  const info = reader.byte();
  const kind = info & 31;
  // Honest clients too send a GC struct, for text inserted and deleted within one transaction.
  if (kind === GC && info === GC) {
    const length = readRun(reader);
    state.places.add(id, length, { depth: 1, isSpan: false });
    return length;
  }
  const left = (info & HAS_ORIGIN) === 0 ? null : readId(reader);
  const right = (info & HAS_RIGHT_ORIGIN) === 0 ? null : readId(reader);
  let parent: Id | null = null;
  let isSpan = false;
  if (left === null && right === null) {
    if (reader.uint() === 1) {
      if (!ROOT_NAMES.has(reader.text())) throw new Refused('unknown root');
    } else parent = readId(reader);
    if ((info & HAS_PARENT_KEY) !== 0) isSpan = SPANS.has(reader.key());
  }
  state.widest = 0;
  const length = readContent(reader, kind, state);
  const isTooWide = state.widest > MAX_SPAN;
  measure({ client: id.client, clock: id.clock, length, left, right, parent, isSpan, isTooWide }, state);
  return length;
}

function measure(struct: Waiting, state: State): void {
  const place = placeOf(struct, state.find);
  if (place === null) state.waiting.push(struct);
  else {
    state.places.add(struct, struct.length, place);
    if (isRefused(struct, place)) state.isPoison = true;
  }
}

const readId = (reader: Reader): Id => {
  const client = reader.uint();
  return { client, clock: reader.uint() };
};

function readRun(reader: Reader): number {
  const length = reader.uint();
  if (length < 1 || length > MAX_RUN) throw new Refused('length of a run');
  return length;
}

/** The content kinds are Yjs's `contentRefs`. */
function readContent(reader: Reader, kind: number, state: State): number {
  switch (kind) {
    case 1: // deleted
      return readRun(reader);
    case 2: {
      const count = reader.count(MAX_VALUES, 'values');
      for (let i = 0; i < count; i++) readJson(reader, state);
      return atLeastOne(count);
    }
    case 3: // binary
      reader.skip(reader.uint());
      return 1;
    case 4: {
      // string: one tick per UTF-16 unit
      const { length } = reader.text();
      state.typed += length;
      return atLeastOne(length);
    }
    case 5: // embed
      readJson(reader, state);
      return 1;
    case 6: // format
      if (!MARK_NAMES.has(markName(reader.key()))) throw new Refused('unknown mark');
      readJson(reader, state);
      return 1;
    case 7:
      readType(reader);
      return 1;
    case 8: {
      const count = reader.count(MAX_VALUES, 'values');
      for (let i = 0; i < count; i++) widen(state, readAny(reader, 0));
      return atLeastOne(count);
    }
    default:
      // 9 is a subdocument, 10 a skip. No editor writes either.
      throw new Refused(`content ${kind}`);
  }
}

/** The editor binding stores a mark that may overlap itself as its name, two dashes and a hash. */
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

function readJson(reader: Reader, state: State): void {
  const text = reader.text();
  let value: unknown;
  try {
    value = text === 'undefined' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('not JSON');
    throw error;
  }
  checkValue(value, 0);
  widen(state, value == null || typeof value === 'boolean' ? 0 : widthOf(value));
}

const widthOf = (value: unknown): number => (typeof value === 'number' ? value : Infinity);

function widen(state: State, width: number): void {
  state.widest = Math.max(state.widest, width);
}

function checkNumber(value: number): number {
  if (Math.abs(value) <= MAX_ATTRIBUTE_NUMBER) return value;
  throw new Refused('number too large');
}

function checkValue(value: unknown, depth: number): void {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  if (typeof value === 'number') checkNumber(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key)) throw new Refused('key not allowed');
    checkValue(inner, depth + 1);
  }
}

/** lib0 `any`: one tag byte, then the value. Returns the cell span that the value means: infinite for text and objects. */
function readAny(reader: Reader, depth: number): number {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  const tag = reader.byte();
  switch (tag) {
    case 127: // undefined
    case 126: // null
    case 121: // false
    case 120: // true
      return 0;
    case 125:
      return checkNumber(reader.int());
    case 124:
      return checkNumber(reader.float(4));
    case 123:
      return checkNumber(reader.float(8));
    case 119:
      // Document text is content 4; a text among values is an attribute.
      if (reader.text().length > MAX_ATTRIBUTE_CHARS) throw new Refused('attribute too long');
      return Infinity;
    case 118:
      for (let i = reader.count(1000, 'keys'); i > 0; i--) {
        reader.key();
        readAny(reader, depth + 1);
      }
      return Infinity;
    case 117:
      for (let i = reader.count(MAX_VALUES, 'values'); i > 0; i--) readAny(reader, depth + 1);
      return Infinity;
    case 116:
      reader.skip(reader.uint());
      return Infinity;
    default:
      // 122 is a bigint, which no editor writes.
      throw new Refused(`value ${tag}`);
  }
}

/** Returns how many clock ticks are deleted. */
function readDeleteSet(reader: Reader): number {
  let deleted = 0;
  for (let clients = reader.count(Infinity, 'clients in the delete set'); clients > 0; clients--) {
    reader.uint();
    for (let ranges = reader.count(Infinity, 'deleted ranges'); ranges > 0; ranges--) {
      reader.uint();
      const length = reader.uint();
      if (length > MAX_RUN * 64) throw new Refused('length of a deletion');
      deleted += length;
    }
  }
  return deleted;
}
