/**
 * Reads a Yjs update (encoding V1) without applying it, and refuses content that no honest client sends: other roots,
 * subdocuments, deep or oversized content, prototype keys, numbers or counts that keep an editor busy, and content that does
 * not fit its place. Work and memory stay linear in the bytes, whatever lengths the update claims.
 *
 * Layout: Yjs `UpdateEncoderV1`: per client its structs, then the delete set; all integers are lib0 varints.
 */
import { MAX_SNAPSHOT_BYTES, MAX_SPAN, MAX_UPDATE_BYTES, MAX_UPDATE_STRUCTS } from './limits.ts';
import { holderOfRoot, misfit, nameOf, type Content } from './misfit.ts';
import { readContent } from './read-content.ts';
import {
  isRefused,
  placeOf,
  Places,
  unknownAt,
  type FindPlace,
  type Id,
  type Waiting,
} from './struct-places.ts';
import { MAX_RUN, Reader, readRun, Refused } from './update-reader.ts';

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

/** Clocks that an update writes under one Yjs client: from `clock` up to, and without, `nextClock`. */
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

export interface LintOptions {
  /**
   * Logged content, which every page must accept: a state may contain every client that ever wrote. Content that does not fit
   * the grammar is drawn as a part that can't be shown.
   */
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
    const state = openState(options);
    const { written, structs } = readStructs(reader, limits, state);
    const deleted = readDeleteSet(reader);
    if (reader.left > 0) throw new Refused('bytes after the end');
    const { typed, places, waiting } = state;
    if (state.isPoison) return { ok: false, why: POISON, written };
    return state.misfit === null
      ? { ok: true, written, structs, typed, deleted, places, waiting }
      : { ok: false, why: state.misfit };
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
  readonly isStrict: boolean;
  isPoison: boolean;
  /** The first content that does not fit the grammar. */
  misfit: string | null;
  typed: number;
}

const UNKNOWN_GROUND = unknownAt(0);

function openState({ ground, folded = false }: LintOptions): State {
  const places = new Places();
  const find: FindPlace = (id) => places.find(id) ?? (ground ? ground.find(id) : UNKNOWN_GROUND);
  return { places, find, waiting: [], isStrict: !folded, isPoison: false, misfit: null, typed: 0 };
}

const SPANS: ReadonlySet<string> = new Set(['colspan', 'rowspan']);

/** Returns how many clock ticks the struct takes. */
function readStruct(reader: Reader, id: Id, state: State): number {
  const info = reader.byte();
  const kind = info & 31;
  // Honest clients too send a GC struct, for text inserted and deleted within one transaction.
  if (kind === GC && info === GC) {
    const length = readRun(reader);
    state.places.add(id, length, unknownAt(1));
    return length;
  }
  const { left, right, parent, root, key } = readNeighbours(reader, info);
  const content = readContent(reader, kind);
  if (content.kind === 'text') state.typed += content.length;
  const struct: Waiting = {
    ...id,
    length: content.length,
    left,
    right,
    parent,
    root,
    key,
    self: nameOf(content),
    isSpan: key !== null && SPANS.has(key),
    isTooWide: valuesOf(content).some((value) => widthOf(value) > MAX_SPAN),
  };
  measure(struct, content, state);
  return content.length;
}

function readNeighbours(reader: Reader, info: number) {
  const left = (info & HAS_ORIGIN) === 0 ? null : readId(reader);
  const right = (info & HAS_RIGHT_ORIGIN) === 0 ? null : readId(reader);
  let parent: Id | null = null;
  let root: string | null = null;
  let key: string | null = null;
  if (left === null && right === null) {
    if (reader.uint() === 1) root = readRoot(reader);
    else parent = readId(reader);
    if ((info & HAS_PARENT_KEY) !== 0) key = reader.key();
  }
  return { left, right, parent, root, key };
}

function readRoot(reader: Reader): string {
  const holder = holderOfRoot(reader.text());
  if (holder === null) throw new Refused('unknown root');
  return holder;
}

function valuesOf(content: Content): readonly unknown[] {
  if (content.kind === 'values') return content.values;
  return content.kind === 'mark' || content.kind === 'foreign' ? [content.value] : [];
}

/** The cell span that a value means: infinite for text and objects. */
function widthOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return value == null || typeof value === 'boolean' ? 0 : Infinity;
}

function measure(struct: Waiting, content: Content, state: State): void {
  const place = placeOf(struct, state.find);
  if (place === null) {
    state.waiting.push(struct);
    return;
  }
  state.places.add(struct, struct.length, place);
  if (isRefused(struct, place)) state.isPoison = true;
  else if (state.isStrict) state.misfit ??= misfit(content, place);
}

const readId = (reader: Reader): Id => {
  const client = reader.uint();
  return { client, clock: reader.uint() };
};

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
