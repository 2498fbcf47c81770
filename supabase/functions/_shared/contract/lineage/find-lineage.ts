/**
 * Lineage of text: finds inserted text that is deleted text inserted again. For a split, a join, a move or a change of block
 * type, an editor binding deletes a text and inserts the same text elsewhere. Carets, authors and comments are attached to
 * characters and have to follow them.
 *
 * Pure: the caller reads the runs, and maps offsets back to its own identification of characters.
 */

/** Contiguous text; lengths and offsets are UTF-16 units. An embedded object counts as one unit. */
export interface Run {
  readonly text: string;
  /** The run is the whole text of a block that was deleted or inserted together with it. */
  readonly isBlock: boolean;
}

/** `length` units of deleted run `from`, at `fromAt`, are the same text as those of inserted run `to`, at `toAt`. */
export interface Match {
  readonly from: number;
  readonly fromAt: number;
  readonly to: number;
  readonly toAt: number;
  readonly length: number;
}

/** Shorter text matches only where a block was deleted or inserted: two authors may write the same word. */
export const SURE_LENGTH = 8;
/** Minimum length of a short run that lies inside another, away from its ends. */
const SHORT_LENGTH = 3;

/**
 * The matches of deleted with inserted runs, both in document order. No unit is matched twice. Equal runs are matched first.
 * Next come common parts of at least `SURE_LENGTH` units, and the ends of the runs that share such a part. Last, where a block
 * was deleted or inserted, come runs of which one contains the other, or the other's start and end.
 */
export function findLineage(deleted: readonly Run[], inserted: readonly Run[]): readonly Match[] {
  const whole = matchWhole(deleted, inserted);
  const [isFrom, isTo] = [new Set(whole.map(({ from }) => from)), new Set(whole.map(({ to }) => to))];
  const left = number(deleted).filter(({ index, text }) => text !== '' && !isFrom.has(index));
  const right = number(inserted).filter(({ index, text }) => text !== '' && !isTo.has(index));
  if (left.length === 0 || right.length === 0) return whole;
  const parts = matchLong(left, right);
  const isPart = new Set(parts.flatMap(({ from, to }) => [`from ${from}`, `to ${to}`]));
  const short = matchShort(
    left.filter(({ index }) => !isPart.has(`from ${index}`)),
    right.filter(({ index }) => !isPart.has(`to ${index}`)),
  );
  return [...whole, ...parts, ...matchEnds(deleted, inserted, parts), ...short];
}

interface Numbered extends Run {
  readonly index: number;
}

const number = (runs: readonly Run[]): Numbered[] => runs.map((run, index) => ({ ...run, index }));

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

/** A place in an inserted run. */
interface Place {
  readonly run: Numbered;
  readonly at: number;
}

function matchLong(deleted: readonly Numbered[], inserted: readonly Numbered[]): Match[] {
  const seeds = indexSeeds(inserted);
  const taken = new Map(inserted.map((run) => [run, new Uint8Array(run.text.length)]));
  const isTaken = ({ run, at }: Place): boolean => taken.get(run)?.[at] === 1;
  const matches: Match[] = [];
  for (const { index: from, text } of deleted) {
    let [fromAt, last]: [number, Match | null] = [0, null];
    while (fromAt + SURE_LENGTH <= text.length) {
      const places = (seeds.get(text.slice(fromAt, fromAt + SURE_LENGTH)) ?? []).filter(
        (one) => !isTaken(one),
      );
      const goesOn = ({ run, at }: Place): boolean =>
        run.index === last?.to && at === last.toAt + last.length;
      const place = places.find(goesOn) ?? places[0];
      const length = place ? sharedLength(text, fromAt, place, isTaken) : 0;
      if (place && length >= SURE_LENGTH) {
        taken.get(place.run)?.fill(1, place.at, place.at + length);
        last = { from, fromAt, to: place.run.index, toAt: place.at, length };
        matches.push(last);
      }
      fromAt += length >= SURE_LENGTH ? length : 1;
    }
  }
  return matches;
}

const MAX_PLACES = 16;

/** The places of each part of `SURE_LENGTH` units; at most `MAX_PLACES`, the first ones. */
function indexSeeds(runs: readonly Numbered[]): ReadonlyMap<string, readonly Place[]> {
  const seeds = new Map<string, Place[]>();
  for (const run of runs) {
    for (let at = 0; at + SURE_LENGTH <= run.text.length; at += 1) {
      const seed = run.text.slice(at, at + SURE_LENGTH);
      const places = seeds.get(seed);
      if (!places) seeds.set(seed, [{ run, at }]);
      else if (places.length < MAX_PLACES) places.push({ run, at });
    }
  }
  return seeds;
}

function sharedLength(
  text: string,
  from: number,
  { run, at }: Place,
  isTaken: (place: Place) => boolean,
): number {
  let length = 0;
  while (
    from + length < text.length &&
    text[from + length] === run.text[at + length] &&
    !isTaken({ run, at: at + length })
  )
    length += 1;
  return length;
}

/** The common start of two runs before their first common part, and the common end after their last. */
function matchEnds(deleted: readonly Run[], inserted: readonly Run[], parts: readonly Match[]): Match[] {
  return parts.flatMap((part) => {
    const { from, fromAt, to, toAt, length } = part;
    const [old, now] = [deleted[from]!.text, inserted[to]!.text];
    const others = parts.filter((one) => one !== part);
    const isFirst = !others.some(
      (one) => (one.from === from && one.fromAt < fromAt) || (one.to === to && one.toAt < toAt),
    );
    const isLast = !others.some(
      (one) => (one.from === from && one.fromAt > fromAt) || (one.to === to && one.toAt > toAt),
    );
    const head = isFirst ? sharedHead(old.slice(0, fromAt), now.slice(0, toAt)) : 0;
    const tail = isLast ? sharedTail(old.slice(fromAt + length), now.slice(toAt + length)) : 0;
    return matchBothEnds({ from, to, old, now, head, tail });
  });
}

function matchShort(deleted: readonly Numbered[], inserted: readonly Numbered[]): Match[] {
  const taken = new Set<number>();
  return deleted.flatMap(({ index: from, text: old, isBlock }) => {
    for (const { index: to, text: now, isBlock: isNewBlock } of inserted) {
      if (taken.has(to) || (!isBlock && !isNewBlock)) continue;
      const found = matchAround(from, to, old, now);
      if (found.length > 0) taken.add(to);
      if (found.length > 0) return found;
    }
    return [];
  });
}

/** One run is the other with text inserted into it, or around it. */
function matchAround(from: number, to: number, old: string, now: string): Match[] {
  const shorter = Math.min(old.length, now.length);
  const head = sharedHead(old, now);
  const tail = Math.min(shorter - head, sharedTail(old, now));
  if (head + tail === shorter) return matchBothEnds({ from, to, old, now, head, tail });
  if (shorter < SHORT_LENGTH) return [];
  const [fromAt, toAt] = [old.indexOf(now), now.indexOf(old)];
  if (fromAt >= 0) return [{ from, fromAt, to, toAt: 0, length: now.length }];
  return toAt >= 0 ? [{ from, fromAt: 0, to, toAt, length: old.length }] : [];
}

interface Ends {
  readonly from: number;
  readonly to: number;
  readonly old: string;
  readonly now: string;
  readonly head: number;
  readonly tail: number;
}

const matchBothEnds = ({ from, to, old, now, head, tail }: Ends): Match[] =>
  [
    { from, fromAt: 0, to, toAt: 0, length: head },
    { from, fromAt: old.length - tail, to, toAt: now.length - tail, length: tail },
  ].filter(({ length }) => length > 0);

function sharedHead(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}

function sharedTail(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length))
    length += 1;
  return length;
}
