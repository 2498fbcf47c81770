/**
 * Lineage of text: which inserted text is deleted text that was inserted again. An editor binding writes a split, a join,
 * a move or another kind of block as the deletion of one text and the insertion of the same text elsewhere; whoever
 * follows characters (a caret, an author, a comment) has to know that it is the same text.
 *
 * Pure: the caller reads the runs, and turns offsets back into whatever it identifies characters by.
 */

/** Text that stands together; lengths and offsets are UTF-16 units. What is no character counts as one unit. */
export interface Run {
  readonly text: string;
  /** The run is all of the text of a block that was deleted, or inserted, with it. */
  readonly isBlock: boolean;
}

/** `length` units of deleted run `from`, at `fromAt`, are those of inserted run `to`, at `toAt`. */
export interface Match {
  readonly from: number;
  readonly fromAt: number;
  readonly to: number;
  readonly toAt: number;
  readonly length: number;
}

/** Shorter text is the same only where a block went or came: two people may write the same word. */
export const SURE_LENGTH = 8;
/** Of a short inserted run within a deleted one; at its edges a single unit is enough. */
const SHORT_LENGTH = 3;

/**
 * The matches of deleted with inserted runs, both in document order. No unit is matched twice. Whole runs come first, in
 * their order; then parts of at least `SURE_LENGTH` units; then short runs that lie within a run of a block; then the ends
 * of two runs that have a part in common.
 */
export function findLineage(deleted: readonly Run[], inserted: readonly Run[]): readonly Match[] {
  const whole = matchWhole(deleted, inserted);
  const restOf = (runs: readonly Run[], taken: ReadonlySet<number>): Numbered[] =>
    runs.flatMap((run, index) => (taken.has(index) || run.text === '' ? [] : [{ ...run, index }]));
  const left = restOf(deleted, new Set(whole.map(({ from }) => from)));
  const right = restOf(inserted, new Set(whole.map(({ to }) => to)));
  if (left.length === 0 || right.length === 0) return whole;
  const parts = matchParts(left, right);
  return [...whole, ...parts, ...matchEnds(deleted, inserted, parts)];
}

interface Numbered extends Run {
  readonly index: number;
}

function matchWhole(deleted: readonly Run[], inserted: readonly Run[]): Match[] {
  const byText = new Map<string, number[]>();
  for (const [index, { text }] of inserted.entries()) byText.set(text, [...(byText.get(text) ?? []), index]);
  const matches: Match[] = [];
  for (const [from, { text, isBlock }] of deleted.entries()) {
    const same = byText.get(text) ?? [];
    const after = matches.at(-1)?.to ?? -1;
    const fits = (to: number): boolean => {
      const other = inserted[to]?.isBlock === true;
      return text === '' ? isBlock && other : isBlock || other || text.length >= SURE_LENGTH;
    };
    const to = same.find((index) => index > after && fits(index)) ?? same.find(fits);
    if (to === undefined) continue;
    byText.set(
      text,
      same.filter((index) => index !== to),
    );
    matches.push({ from, fromAt: 0, to, toAt: 0, length: text.length });
  }
  return matches;
}

/** Between the inserted runs, so that no part reaches from one into the next. */
const BETWEEN = '\0';

function matchParts(deleted: readonly Numbered[], inserted: readonly Numbered[]): Match[] {
  const all = inserted.map(({ text }) => text).join(BETWEEN);
  const starts: number[] = [];
  let start = 0;
  for (const { text } of inserted) {
    starts.push(start);
    start += text.length + BETWEEN.length;
  }
  const taken = new Uint8Array(all.length);
  const seeds = indexSeeds(all);
  const matches: Match[] = [];
  const take = (from: number, fromAt: number, at: number, length: number): void => {
    taken.fill(1, at, at + length);
    const run = starts.findLastIndex((place) => place <= at);
    matches.push({ from, fromAt, to: inserted[run]!.index, toAt: at - starts[run]!, length });
  };
  for (const { index, text } of deleted) {
    let expected = -1;
    for (let at = 0; at + SURE_LENGTH <= text.length;) {
      const places = (seeds.get(text.slice(at, at + SURE_LENGTH)) ?? []).filter((place) => !taken[place]);
      const place = places.includes(expected) ? expected : places[0];
      const length = place === undefined ? 0 : sharedLength(text, at, all, place, taken);
      if (place === undefined || length < SURE_LENGTH) at += 1;
      else {
        take(index, at, place, length);
        at += length;
        expected = place + length;
      }
    }
  }
  matchShort(deleted, inserted, starts, matches, taken, take);
  return matches;
}

function matchShort(
  deleted: readonly Numbered[],
  inserted: readonly Numbered[],
  starts: readonly number[],
  found: readonly Match[],
  taken: Uint8Array,
  take: (from: number, fromAt: number, at: number, length: number) => void,
): void {
  const isMatched = new Set(found.map(({ from }) => from));
  for (const { index, text, isBlock } of deleted) {
    for (const [run, other] of inserted.entries()) {
      const start = starts[run]!;
      if ((!isBlock && !other.isBlock) || isMatched.has(index)) continue;
      const isFree = (at: number, length: number): boolean => !taken.subarray(at, at + length).includes(1);
      const within = other.text.indexOf(text);
      if (text.length < SURE_LENGTH && within >= 0 && isFree(start + within, text.length)) {
        take(index, 0, start + within, text.length);
        isMatched.add(index);
      } else if (other.text.length < SURE_LENGTH && isFree(start, other.text.length)) {
        const at = placeOfShort(text, other.text);
        if (at >= 0) take(index, at, start, other.text.length);
      }
    }
  }
}

function placeOfShort(text: string, short: string): number {
  if (text.startsWith(short)) return 0;
  if (text.endsWith(short)) return text.length - short.length;
  return short.length >= SHORT_LENGTH ? text.indexOf(short) : -1;
}

function matchEnds(deleted: readonly Run[], inserted: readonly Run[], parts: readonly Match[]): Match[] {
  const pairs = new Map(parts.map((part) => [`${part.from}/${part.to}`, part]));
  return [...pairs.values()].flatMap(({ from, to }) => {
    const [old, now] = [deleted[from]!.text, inserted[to]!.text];
    const ofOld = parts.filter((part) => part.from === from);
    const ofNow = parts.filter((part) => part.to === to);
    const heads = [
      Math.min(...ofOld.map((part) => part.fromAt)),
      Math.min(...ofNow.map((part) => part.toAt)),
    ];
    const tails = [
      old.length - Math.max(...ofOld.map((part) => part.fromAt + part.length)),
      now.length - Math.max(...ofNow.map((part) => part.toAt + part.length)),
    ];
    const [head, tail] = [Math.min(...heads), Math.min(...tails)];
    let [before, behind] = [0, 0];
    while (before < head && old[before] === now[before]) before += 1;
    while (behind < tail && old.at(-1 - behind) === now.at(-1 - behind)) behind += 1;
    return [
      { from, fromAt: 0, to, toAt: 0, length: before },
      { from, fromAt: old.length - behind, to, toAt: now.length - behind, length: behind },
    ].filter(({ length }) => length > 0);
  });
}

const MAX_PLACES = 16;

/** Where each part of `SURE_LENGTH` units begins; of one that stands in many places, the first ones. */
function indexSeeds(all: string): ReadonlyMap<string, readonly number[]> {
  const seeds = new Map<string, number[]>();
  for (let at = 0; at + SURE_LENGTH <= all.length; at += 1) {
    const seed = all.slice(at, at + SURE_LENGTH);
    const places = seeds.get(seed);
    if (!places) seeds.set(seed, [at]);
    else if (places.length < MAX_PLACES) places.push(at);
  }
  return seeds;
}

function sharedLength(text: string, at: number, all: string, place: number, taken: Uint8Array): number {
  let length = 0;
  const isSame = (): boolean =>
    at + length < text.length &&
    text[at + length] === all[place + length] &&
    all[place + length] !== BETWEEN &&
    taken[place + length] === 0;
  while (isSame()) length += 1;
  return length;
}
