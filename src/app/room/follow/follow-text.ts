/**
 * A sentence stays one sentence. Somebody makes my paragraph a heading, splits, joins or moves it while I type: the binding
 * writes that as the deletion of one text and the insertion of the same text. What I have typed meanwhile is deleted with
 * the old text or stays behind in it. Here my own characters that the other had not seen go to where their text is now, in
 * one transaction of my own client. Characters whose text was not inserted again are put back as a paragraph of their own
 * (docs/decisions/0007).
 *
 * Only characters of this client are moved, by this client alone: two would write everything twice.
 */
import * as Y from 'yjs';
import { hostClock } from '../../../yjs-supabase/clock.ts';
import { findLost } from './bring-back.ts';
import { findMoves, type Move } from './find-moves.ts';
import { carryOut, removeIfEmpty, type PlacedMove } from './move-units.ts';
import { pairCopies, type Change } from './pair-copies.ts';
import { keyOf, parentOf, readLines, type Line } from './read-lines.ts';
import { NO_NAMES, type AuthoredUpdate } from './read-names.ts';
import { OwnCopies, type Withdrawn } from './own-copies.ts';
import { createRecent, deletesAny, seenBy, touchedItems } from './touched.ts';

/** Origin of the transaction that moves units. */
export const FOLLOW_ORIGIN = 'follow-text';

/** A unit by its Yjs id, and the one that stands for it now. */
export type Heir = readonly [from: Place, to: Place];
type Place = Pick<Y.ID, 'client' | 'clock'>;

/** Of more, none is remembered. */
const MAX_HEIRS = 100_000;

export interface TextFollower {
  /** To be told what is about to be applied. */
  takeIncoming(updates: readonly AuthoredUpdate[]): void;
  /** The unit, or for an empty block the block, that stands for one that was deleted; null when none does. */
  heirOf(id: Place): Place | null;
  /** Puts in what an undo could not bring back (`findLost`): the units that stand for it. */
  bringBack(wanted: Y.Transaction['deleteSet'], undone: Y.Transaction['deleteSet']): readonly Place[];
  /** A transaction of its own is under way. */
  isMoving(): boolean;
  /** Called with deleted units that stand elsewhere now, before that is drawn. */
  onHeirs(listener: (heirs: readonly Heir[]) => void): () => void;
  /** Called when what this client had deleted and inserted again is withdrawn, because others have done the same. */
  onWithdrawn(listener: (withdrawn: Withdrawn) => void): () => void;
  close(): void;
}

export interface FollowOptions {
  readonly nowMs?: () => number;
  /** Text that has no place any more is left alone; else it becomes a paragraph of its own. */
  readonly onlyMoves?: boolean;
  /**
   * To be told of each change of others, while what it deleted can still be read. `isNamed`: its author had seen the own
   * unit with this clock, and it does not come back by itself. `authorOf`: the Yjs client of that author, if known.
   */
  readonly alsoTold?: (
    transaction: Y.Transaction,
    isNamed: (clock: number) => boolean,
    authorOf: (clock: number) => number | null,
  ) => void;
}

export function followText(doc: Y.Doc, rootName: string, options: FollowOptions = {}): TextFollower {
  const { nowMs = () => hostClock.nowMs(), onlyMoves = false, alsoTold } = options;
  const root = doc.getXmlFragment(rootName);
  const recent = createRecent(nowMs);
  const own = new OwnCopies(doc, root);
  const listeners = new Set<(heirs: readonly Heir[]) => void>();
  const withdrawListeners = new Set<(withdrawn: Withdrawn) => void>();
  let names = NO_NAMES;
  let heirs = new Map<string, Place>();
  let going: ReadonlySet<number> = new Set();
  let isMoving = false;

  const note = <From extends Place>(
    all: readonly (readonly [From, Place])[],
    isTold: (from: From) => boolean = () => true,
  ): void => {
    for (const [from, to] of all) {
      heirs.set(keyOf(from), to);
      // It stands there now, whatever stood for it before.
      heirs.delete(keyOf(to));
    }
    const told = all.filter(([from]) => isTold(from));
    for (const listener of listeners) listener(told);
  };

  const look = (transaction: Y.Transaction): void => {
    if (transaction.local) {
      if (transaction.origin !== FOLLOW_ORIGIN) own.note(transaction);
      return;
    }
    going = new Set();
    const mayBeDouble = names.authors.length > 0 && own.isAny;
    const deletes = deletesAny(transaction);
    if (deletes || mayBeDouble) {
      if (heirs.size > MAX_HEIRS) heirs = new Map();
      const found = distinct(findAllMoves(transaction, deletes));
      const moves = onlyMoves ? found.filter(({ target }) => target !== null) : found;
      const all = moves.flatMap(({ units, copied }) => [...units, ...copied.map(([unit]) => unit)]);
      going = new Set(all.map(({ clock }) => clock));
      const placed = moves.map((one): PlacedMove => ({ ...one, index: placeAfter(root, one.line) }));
      // An editor has to have drawn their change first, or it would look for its caret in a document that is gone.
      if (placed.length > 0) doc.once('afterAllTransactions', () => move(placed));
    }
    recent.note(transaction);
  };

  /** Without a deletion, nothing but what is there twice has to move. */
  const findAllMoves = (transaction: Y.Transaction, deletes: boolean): Move[] => {
    const items = touchedItems(transaction, recent);
    const isRecent = (client: number, clock: number): boolean =>
      client !== doc.clientID && clock >= recent.since(client, transaction);
    const lines = readLines(transaction, root, items, isRecent);
    // Of a change that nobody told of, its author is taken to have seen all: nothing is moved.
    const isTold = names.authors.length > 0;
    const authors = isTold ? names.authors : [null];
    return authors.flatMap((author) => {
      const seen = seenBy(doc, author);
      const change: Change = {
        lines,
        author,
        me: doc.clientID,
        isNamed: ({ client, clock }) => !isTold || names.isNamed(author, client, clock),
        isMeant: ({ client, clock }) => !isTold || names.isNamedByAny(client, clock),
        isSeen: ({ client, clock }) => clock <= (seen.get(client) ?? -1),
      };
      const copies = pairCopies(change);
      const doubles = own.find(change, copies);
      const moves = deletes ? findMoves(change, copies, doubles.replaced) : [];
      for (const withdrawn of doubles.withdrawn)
        for (const listener of withdrawListeners) listener(withdrawn);
      const blocks = copies.blocks.map(([from, to]): Heir => [from.block.id, to.block.id]);
      note<Place>([...copies.units, ...blocks]);
      return [...moves, ...doubles.moves];
    });
  };

  const move = (placed: readonly PlacedMove[]): readonly Place[] => {
    isMoving = true;
    try {
      return doc.transact(() => {
        const doubles = placed.filter(({ isDouble }) => isDouble);
        const withdrawn = new Set(doubles.flatMap(({ copied }) => copied.map(([unit]) => unit)));
        const moved = carryOut(doc, root, placed);
        note(moved, (unit) => !withdrawn.has(unit));
        for (const { line } of doubles) removeIfEmpty(line.block);
        return moved.map(([, to]) => to);
      }, FOLLOW_ORIGIN);
    } finally {
      isMoving = false;
    }
  };

  const heirOf = (id: Place): Place | null => {
    let heir: Place | null = null;
    for (let next = heirs.get(keyOf(id)); next; next = heirs.get(keyOf(next))) heir = next;
    return heir;
  };

  const aliveHeirOf = (id: Place): Place | null => {
    const heir = heirOf(id);
    return heir && !Y.getItem(doc.store, Y.createID(heir.client, heir.clock)).deleted ? heir : null;
  };

  const bringBack: TextFollower['bringBack'] = (wanted, undone) => {
    const lost = findLost({ doc, wanted, undone, heirOf: aliveHeirOf });
    const placed = lost.map((one): PlacedMove => ({ ...one, index: placeAfter(root, one.line) }));
    return placed.length > 0 ? move(placed) : [];
  };

  const tellOthers = (transaction: Y.Transaction): void => {
    if (transaction.local) return;
    const me = doc.clientID;
    alsoTold?.(
      transaction,
      (clock) => names.isNamedByAny(me, clock) && !going.has(clock),
      (clock) => names.authorOf(me, clock),
    );
    // What waits for other updates is deleted later.
    if (doc.store.pendingStructs === null && doc.store.pendingDs === null) names = NO_NAMES;
  };

  doc.on('beforeObserverCalls', look);
  // Before garbage collection.
  doc.on('afterTransaction', tellOthers);
  return {
    takeIncoming: (updates) => {
      names = names.and(updates);
    },
    heirOf,
    bringBack,
    isMoving: () => isMoving,
    onHeirs: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onWithdrawn: (listener) => {
      withdrawListeners.add(listener);
      return () => withdrawListeners.delete(listener);
    },
    close: () => {
      listeners.clear();
      withdrawListeners.clear();
      doc.off('beforeObserverCalls', look);
      doc.off('afterTransaction', tellOthers);
    },
  };
}

/** Two authors may have deleted the same text: their units move once, and rather to where their text is. */
function distinct(moves: readonly Move[]): Move[] {
  const taken = new Set<string>();
  const first = moves.filter(({ target }) => target !== null);
  return [...first, ...moves.filter(({ target }) => target === null)].flatMap((one) => {
    const units = one.units.filter((unit) => !taken.has(keyOf(unit)));
    for (const unit of units) taken.add(keyOf(unit));
    return units.length > 0 || one.copied.length > 0 ? [{ ...one, units }] : [];
  });
}

/** After the block if it still stands, else after the nearest one before it: an index in the root. */
function placeAfter(root: Y.XmlFragment, { block }: Line): number {
  let top = block;
  for (let parent = parentOf(top); parent && parent !== root && parent._item; parent = parentOf(top))
    top = parent._item;
  let count = top.deleted ? 0 : 1;
  for (let item = top.left; item; item = item.left) if (!item.deleted && item.countable) count += item.length;
  return count;
}
