/** Finds the places of threads from the log, as the step after a fold stores them. Pure. */
import * as Y from 'yjs';
import { describeRanges, NO_WORDS, type Words } from './describe-ranges.ts';
import type { Id } from '../authorship/id-ranges.ts';
import { clocksOf, PlaceFinder, type Clocks, type FoundPlace } from './find-place.ts';
import { countUnits, distinctUnits, followUnits } from './follow-units.ts';
import { LiveCopies } from './live-copies.ts';
import { readPassages, withoutBreaks } from './read-passages.ts';
import { orderUnits } from './text-order.ts';
import type { Anchor, StoredPlace } from './thread.ts';
import { traceCopies, type Deletions, type TracedCopies, type TracedRow } from './trace-copies.ts';
import { readUnits, type UnitRange } from './unit-ranges.ts';

export interface ThreadToPlace {
  readonly id: string;
  readonly generation: number;
  /** Counts the anchors that the thread has had. */
  readonly attached: number;
  /** Its words were read from the log. */
  readonly isChecked: boolean;
  readonly anchor: Anchor;
  readonly place: StoredPlace | null;
}

/** The document at `base` (null: before its first row), and the rows up to `until`. */
export interface PartOfLog {
  readonly generation: number;
  readonly base: number | null;
  readonly until: number;
  readonly state: readonly Uint8Array[];
  readonly rows: readonly TracedRow[];
}

export interface PlaceToSave extends Pick<FoundPlace, 'state' | 'units'> {
  readonly id: string;
  readonly attached: number;
  /** Which of the thread's words the text has at this seq. */
  readonly living: readonly (keyof Words)[];
  /** The words of the text at the anchor; null when they were known, or can no longer be read. */
  readonly texts: Words | null;
}

export interface Placed {
  readonly places: readonly PlaceToSave[];
  /** Text came back of which earlier rows may show that a thread stood at it: read from this seq on. */
  readonly readFrom: number | null;
}

/** Null when the time is over. */
export function placeInLog(
  threads: readonly ThreadToPlace[],
  log: PartOfLog,
  hasTime: () => boolean = () => true,
): Placed | null {
  const base = log.base ?? 0;
  const isHere = ({ generation }: ThreadToPlace): boolean => generation === log.generation;
  const unchecked = threads.filter(
    (thread) =>
      !thread.isChecked && isHere(thread) && thread.anchor.seq >= base && thread.anchor.seq <= log.until,
  );
  const texts = new Map<ThreadToPlace, Words>();
  /** The document at the seq at which a thread stood somewhere, or was looked for last. */
  const clocks = new Map<number, Clocks>();
  const sinces = new Set(threads.map(sinceOf).filter((seq) => seq >= base));
  const pass = (doc: Y.Doc, seq: number): void => {
    check(doc, seq);
    for (const since of sinces)
      if (since <= seq && log.rows.length > 0) {
        sinces.delete(since);
        clocks.set(since, clocksOf(doc));
      }
  };
  const check = (doc: Y.Doc, seq: number): void => {
    const due = unchecked.filter((thread) => !texts.has(thread) && thread.anchor.seq <= seq);
    if (due.length === 0) return;
    const passages = readPassages(doc);
    for (const thread of due) {
      const { living } = followUnits(doc, NO_COPIES, distinctUnits(readUnits(thread.anchor.units)));
      const isTitle = thread.anchor.kind === 'document';
      const { ranges } = orderUnits(doc, living, () => passages.order);
      texts.set(thread, isTitle ? NO_WORDS : describeRanges(passages, ranges));
    }
  };
  const traced = traceCopies(
    log.state,
    log.rows,
    (doc, seq) => {
      check(doc, Math.min(seq, log.until));
      return hasTime();
    },
    (doc) => pass(doc, base),
  );
  if (!traced) return null;
  const finder = new PlaceFinder(traced.doc, traced.copies);
  const torn: ThreadToPlace[] = [];
  const places = threads.map((thread): PlaceToSave => {
    const words = texts.get(thread) ?? null;
    const units = isHere(thread) ? thread.anchor.units : '';
    const since = clocks.get(sinceOf(thread));
    const isNew = ({ client, clock }: Id, gone: readonly UnitRange[]): boolean =>
      clock >= ((findDeletion(traced.deletions, gone) ?? since)?.get(client) ?? 0);
    const found = finder.find({ anchor: { ...thread.anchor, ...words, units }, place: thread.place }, isNew);
    const isTorn = found.state !== 'exact' || countUnits(found.ranges) < countUnits(readUnits(units));
    if (isHere(thread) && isTorn) torn.push(thread);
    const { id, attached } = thread;
    const { state } = found;
    const living = livingIn(finder, { ...thread.anchor, ...words });
    return { id, attached, state, units: found.units, living, texts: words };
  });
  traced.doc.destroy();
  return { places, readFrom: seqBefore(torn, base, traced) };
}

/** Text that came back may be older than the anchor: then only the whole log shows that the anchor is a copy of it. */
function seqBefore(
  torn: readonly ThreadToPlace[],
  base: number,
  { isShort, isRestored }: Pick<TracedCopies, 'isShort' | 'isRestored'>,
): number | null {
  if (torn.length === 0 || base === 0) return null;
  const first = Math.min(...torn.map(({ anchor }) => anchor.seq));
  if (first < base) return isShort || isRestored ? first : null;
  return isShort ? 0 : null;
}

const NO_COPIES = new LiveCopies();

/** Words that everybody who may read the document can read in it. */
function livingIn({ passages }: PlaceFinder, words: Words): (keyof Words)[] {
  const names = ['quote', 'before', 'after', 'heading'] as const;
  return names.filter((name) => {
    const flat = withoutBreaks(words[name]);
    return flat !== '' && passages.flat.includes(flat);
  });
}

/** The clocks before these units were deleted; null when the rows do not show it. */
const findDeletion = (deletions: readonly Deletions[], units: readonly UnitRange[]): Clocks | null =>
  deletions.findLast(({ deleteSet }) =>
    units.some(({ client, clock }) => Y.isDeleted(deleteSet, Y.createID(client, clock))),
  )?.beforeState ?? null;

const sinceOf = ({ anchor, place }: ThreadToPlace): number => place?.seq ?? anchor.seq;

/** The seq from which the log must be read to place these threads. */
export const seqToReadFrom = (threads: readonly ThreadToPlace[]): number =>
  Math.min(...threads.map(({ isChecked, anchor, place }) => (isChecked && place ? place.seq : anchor.seq)));
