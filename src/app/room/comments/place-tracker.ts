/**
 * Where the threads of an open document stand. Starts from the place that the last fold stored, or from the anchor, and follows
 * the copies that this page has seen since: those of remote changes, which the follower finds, and those of local ones.
 */
import * as Y from 'yjs';
import { findCopies } from '#contract/authorship/find-copies.ts';
import { readHeirs, type HeirRange } from '#contract/authorship/heir-ranges.ts';
import { IdRanges, type Id } from '#contract/authorship/id-ranges.ts';
import { clocksOf, PlaceFinder, type Clocks } from '#contract/comments/find-place.ts';
import { hasArrived, LiveCopies, lives, past, type Pair } from '#contract/comments/live-copies.ts';
import type { PlaceState, Thread } from '#contract/comments/thread.ts';
import { readUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { deletedItems, itemsSince } from '#contract/lineage/items.ts';
import { pairNodes } from '#contract/lineage/pair-nodes.ts';
import { typeOf } from '#contract/lineage/read-lines.ts';
import { writeHeirs } from '#yjs-supabase';
import { hostClock, type Clock } from '#yjs-supabase/clock';
import { FOLLOW_ORIGIN, type TextFollower } from '../follow/follow-text.ts';
import { deletesAny } from '../follow/touched.ts';
import { letterAt, ThreadLetters, type Letter } from './thread-letters.ts';

export interface Place {
  readonly state: PlaceState;
  /** Living units in the order of the text; of the block when `near`. */
  readonly ranges: readonly UnitRange[];
  /** Indexes of ranges that were moved behind the range before them: what stands between the two is not highlighted. */
  readonly apart?: readonly number[];
}

type Placed = Pick<Thread, 'id' | 'anchor' | 'place'>;

export interface PlaceTracker {
  /** The same object until the place changes. */
  readonly placeOf: (thread: Placed) => Place;
  /**
   * Called once for each transaction that deleted or copied units, and some time after other changes when a thread might be
   * found again. `moved` tells whether a thread with these ranges may have another place now.
   */
  readonly onMoved: (listener: (moved: (ranges: readonly UnitRange[]) => boolean) => void) => () => void;
  /** A client declared in the log what it inserted as copies. Believed where a copy has the letter that a thread had. */
  readonly learn: (client: number, heirs: readonly HeirRange[]) => void;
  readonly close: () => void;
}

interface Entry {
  readonly anchor: Placed['anchor'];
  readonly stored: Placed['place'];
  /** The last stored place of which this page has the text. */
  readonly begun: Placed['place'];
  /** All of these that the place depends on. */
  readonly key: string;
  readonly place: Place;
  /** As a fold would store them. */
  readonly units: string;
  /** Units whose deletion or copy may change the place. */
  readonly watched: readonly UnitRange[];
  /** Equal text may be written again. */
  readonly isLost: boolean;
  isStale: boolean;
  /** Equal text that was there at this moment already is not the text of the thread, written again. */
  since: Clocks | null;
}

/** As `found-copies.ts`: a move may be two changes. */
const RECENT_MS = 3000;
/** Lost threads are looked for when nobody has changed the text for this long. */
const SEARCH_MS = 400;

/** `report` receives errors. Thrown into a transaction of Yjs, one would keep the change from being sent. */
export function trackPlaces(
  doc: Y.Doc,
  follower: TextFollower,
  clock: Clock = hostClock,
  report: (error: unknown) => void = throwLater,
): PlaceTracker {
  return new Tracker(doc, follower, clock, report);
}

const throwLater = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

class Tracker implements PlaceTracker {
  readonly #doc: Y.Doc;
  readonly #clock: Clock;
  readonly #copies = new LiveCopies();
  readonly #listeners = new Set<Parameters<PlaceTracker['onMoved']>[0]>();
  readonly #entries = new Map<string, Entry>();
  readonly #opened: Clocks;
  readonly #close: () => void;
  /** Of the text as it is now. */
  #finder: PlaceFinder | null = null;
  /** Units that the running transaction deleted or copied. */
  #changed: UnitRange[] = [];
  #pairs: Pair[] = [];
  /** Of what was copied by local changes. */
  readonly #copied = new IdRanges<Id>();
  #recent: { readonly clock: number; readonly atMs: number } | null = null;
  /** Ids of threads. */
  readonly #lost = new Set<string>();
  readonly #letters = new ThreadLetters();
  #stopSearch: (() => void) | null = null;

  constructor(doc: Y.Doc, follower: TextFollower, clock: Clock, report: (error: unknown) => void) {
    this.#doc = doc;
    this.#clock = clock;
    this.#opened = clocksOf(doc);
    const guarded =
      <Args extends readonly unknown[]>(run: (...args: Args) => void) =>
      (...args: Args): void => {
        try {
          run(...args);
        } catch (error) {
          report(error);
        }
      };
    const note = guarded(this.#note);
    const end = guarded(this.#end);
    const unfollow = follower.onHeirs(
      guarded((heirs: readonly Pair[], withdrawn: readonly Pair[]) => this.#follow([...heirs, ...withdrawn])),
    );
    doc.on('afterTransaction', note);
    doc.on('afterTransactionCleanup', end);
    this.#close = () => {
      unfollow();
      this.#stopSearch?.();
      doc.off('afterTransaction', note);
      doc.off('afterTransactionCleanup', end);
    };
  }

  placeOf = (thread: Placed): Place => {
    const known = this.#entries.get(thread.id);
    const isSame = known?.anchor === thread.anchor && known.stored === thread.place;
    if (isSame && !known.isStale) return known.place;
    const key = keyOf(thread);
    if (known && !known.isStale && known.key === key) return known.place;
    this.#finder ??= new PlaceFinder(this.#doc, this.#copies);
    const begun = hasArrived(this.#doc, readUnits(thread.place?.units ?? ''))
      ? thread.place
      : (known?.begun ?? null);
    const isHealed =
      known?.place.state === 'healed' &&
      known.anchor.units === thread.anchor.units &&
      known.begun?.units === begun?.units;
    const from = isHealed ? ({ state: 'healed', units: known.units } as const) : begun;
    const isJudged = begun?.state === 'near' || begun?.state === 'none';
    const before = known?.since ?? (isJudged ? this.#opened : null);
    const isNew = ({ client, clock }: Id): boolean => clock >= (before?.get(client) ?? 0);
    const { state, ranges, apart, units } = this.#finder.find({ anchor: thread.anchor, place: from }, isNew);
    const found: Place = apart.length > 0 ? { state, ranges, apart } : { state, ranges };
    const place = known && JSON.stringify(known.place) === JSON.stringify(found) ? known.place : found;
    const watched = [...readUnits(thread.anchor.units), ...readUnits(units)];
    const isLost = state !== 'exact';
    const since = isLost ? before : this.#finder.clocks;
    const { anchor, place: stored } = thread;
    const entry = { anchor, stored, begun, key, place, units, watched, isLost, isStale: false, since };
    this.#entries.set(thread.id, entry);
    if (isLost) this.#lost.add(thread.id);
    else this.#lost.delete(thread.id);
    if (!isLost) this.#letters.remember(this.#doc, thread.id, ranges);
    return place;
  };

  learn = (client: number, heirs: readonly HeirRange[]): void => {
    const isLiving = (id: Id): boolean => lives(this.#doc, id);
    /** A copy that was there before its source went inherits nothing. */
    const isAwaited = (clock: number, { threads }: Letter): boolean =>
      Array.from(threads).some((id) => {
        const entry = this.#entries.get(id);
        return entry?.isLost && clock >= (entry.since?.get(client) ?? 0);
      });
    const written = Y.getState(this.#doc.store, client);
    let isNew = false;
    for (const range of heirs)
      for (const [place, letter] of this.#letters.within(range)) {
        const [old, to] = [past(range.from, place), { client, clock: range.clock + place }];
        if (to.clock >= written || !isAwaited(to.clock, letter)) continue;
        if (isLiving(this.#copies.heirOf(old, isLiving))) continue;
        // A copy that is gone can no longer be read; one that continues it must have the letter.
        if (isLiving(to) && letterAt(this.#doc, to) !== letter.text) continue;
        this.#copies.add([[old, to]]);
        this.#letters.inherit(letter, to);
        isNew = true;
      }
    if (!isNew) return;
    this.#finder = null;
    this.#tell(
      [...this.#entries.values()].filter(({ isLost }) => isLost),
      [],
    );
  };

  onMoved = (listener: Parameters<PlaceTracker['onMoved']>[0]): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  close = (): void => {
    this.#listeners.clear();
    this.#close();
  };

  #follow(pairs: readonly Pair[]): void {
    if (pairs.length === 0) return;
    this.#copies.add(pairs);
    // A redo may bring a book back: too many for the arguments of one call.
    for (const pair of pairs) {
      this.#pairs.push(pair);
      const letter = this.#letters.find(pair[0]);
      if (letter) this.#letters.inherit(letter, pair[1]);
      addUnit(this.#changed, pair[0].client, pair[0].clock);
    }
  }

  /** The follower finds only text. */
  #learnNodes(transaction: Y.Transaction): void {
    const { doc, beforeState, afterState } = transaction;
    const deleted = deletedItems(transaction);
    if (!deleted.some((item) => typeOf(item) instanceof Y.XmlElement)) return;
    const inserted = [...afterState].flatMap(([client, clock]) => {
      const first = beforeState.get(client) ?? 0;
      return clock > first ? itemsSince(doc, client, first) : [];
    });
    this.#follow(pairNodes(doc, deleted, inserted, this.#pairs));
  }

  /** Before garbage collection, while deleted text can still be read. */
  readonly #note = (transaction: Y.Transaction): void => {
    if (!transaction.local && deletesAny(transaction)) this.#learnNodes(transaction);
    if (!transaction.local || transaction.origin === FOLLOW_ORIGIN) return;
    const { doc, beforeState, afterState, deleteSet } = transaction;
    const client = doc.clientID;
    const first = beforeState.get(client) ?? 0;
    const nowMs = this.#clock.nowMs();
    const last = this.#recent;
    this.#recent = { clock: first, atMs: nowMs };
    const since = last && nowMs - last.atMs < RECENT_MS ? Math.min(last.clock, first) : first;
    if ((afterState.get(client) ?? 0) === since || !deletesAny(transaction)) return;
    const author = { client, since, named: deleteSet, copies: this.#copied, stillborn: new IdRanges<true>() };
    const pairs = findCopies(transaction, author);
    for (const [from, to] of pairs) this.#copied.add(from, 1, to);
    this.#follow(pairs);
  };

  /** After all have declared their heirs. */
  readonly #end = (transaction: Y.Transaction): void => {
    if (transaction.local && transaction.origin !== FOLLOW_ORIGIN) this.#follow(this.#declared(transaction));
    this.#finder = null;
    for (const [client, ranges] of transaction.deleteSet.clients)
      for (const { clock, len } of ranges) this.#changed.push({ client, clock, length: len });
    const changed = this.#changed;
    [this.#changed, this.#pairs] = [[], []];
    if (changed.length === 0) return this.#searchLater();
    const touched = [...this.#entries.values()].filter(({ watched }) => isTouched(watched, changed));
    for (const entry of touched) if (!entry.isLost) entry.since = transaction.beforeState;
    this.#tell(touched, changed);
    this.#searchLater();
  };

  /** A copy beside its source inherits nothing, nor does it when the source is deleted later. */
  #declared(transaction: Y.Transaction): readonly Pair[] {
    const client = this.#doc.clientID;
    const isLiving = (id: Id): boolean => lives(this.#doc, id);
    return readHeirs(writeHeirs(transaction)).flatMap(({ clock, from, length }) =>
      Array.from({ length }, (_, at): Pair => [past(from, at), { client, clock: clock + at }]).filter(
        ([old]) => !isLiving(this.#copies.heirOf(old, isLiving)),
      ),
    );
  }

  #tell(entries: readonly Entry[], changed: readonly UnitRange[]): void {
    const stale = new Set(entries.map(({ place }) => place.ranges));
    for (const entry of entries) entry.isStale = true;
    const isNowhere = [...stale].some((ranges) => ranges.length === 0);
    const moved = (ranges: readonly UnitRange[]): boolean =>
      stale.has(ranges) || (ranges.length === 0 && isNowhere) || isTouched(ranges, changed);
    for (const listener of this.#listeners) listener(moved);
  }

  #searchLater(): void {
    if (this.#lost.size === 0) return;
    this.#stopSearch?.();
    this.#stopSearch = this.#clock.startTimer(SEARCH_MS, () => {
      this.#stopSearch = null;
      this.#tell(
        [...this.#entries.values()].filter(({ isLost }) => isLost),
        [],
      );
    });
  }
}

const keyOf = ({ anchor, place }: Placed): string =>
  [anchor.units, anchor.quote, anchor.before, anchor.after, anchor.heading, place?.state, place?.units].join(
    '\n',
  );

function addUnit(ranges: UnitRange[], client: number, clock: number): void {
  const last = ranges.at(-1);
  const goesOn = last?.client === client && last.clock + last.length === clock;
  if (goesOn) ranges[ranges.length - 1] = { ...last, length: last.length + 1 };
  else ranges.push({ client, clock, length: 1 });
}

const isTouched = (ranges: readonly UnitRange[], changed: readonly UnitRange[]): boolean =>
  ranges.some(({ client, clock, length }) =>
    changed.some(
      (one) => one.client === client && one.clock < clock + length && clock < one.clock + one.length,
    ),
  );
