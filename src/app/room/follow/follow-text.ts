/**
 * Keeps a sentence whole. When a user changes the type of a paragraph, splits, joins or moves it, the editor binding
 * deletes one text and inserts the same text elsewhere. Characters typed into it concurrently are deleted with the old
 * text or stay behind in it. This module moves local characters that the remote author had not seen to the new place of
 * their text, in one local transaction. If the text was not inserted again, they become a new paragraph
 * (docs/decisions/0007).
 *
 * Each client moves only its own characters; two clients moving the same ones would duplicate them.
 */
import * as Y from 'yjs';
import { declareHeirs } from '#yjs-supabase';
import { hostClock } from '#yjs-supabase/clock';
import { findLost } from './bring-back.ts';
import { findMoves, type Move } from './find-moves.ts';
import { carryOut, removeIfEmpty, type PlacedMove } from './move-units.ts';
import { pairCopies, type Change } from '#contract/lineage/pair-copies.ts';
import { keyOf, parentOf, readLines, type Line } from '#contract/lineage/read-lines.ts';
import { NO_NAMES, type AuthoredUpdate } from './read-names.ts';
import { OwnCopies, type Withdrawn } from './own-copies.ts';
import { createRecent, deletesAny, seenBy, touchedItems } from './touched.ts';
import { OwnReplacements, removeTwin, type Twin } from './twins.ts';

/** Origin of the transaction that moves units. */
export const FOLLOW_ORIGIN = 'follow-text';

/** A deleted unit, by Yjs id, and the unit that replaces it. */
export type Heir = readonly [from: Place, to: Place];
type Place = Pick<Y.ID, 'client' | 'clock'>;

/** Beyond this number all are forgotten. */
const MAX_HEIRS = 100_000;

export interface TextFollower {
  /** Call with updates before they are applied. */
  takeIncoming(updates: readonly AuthoredUpdate[]): void;
  /** The unit (for an empty block, the block) that replaces a deleted one, or null. */
  heirOf(id: Place): Place | null;
  /** Inserts text that an undo could not restore (`findLost`); returns the inserted units. */
  bringBack(wanted: Y.Transaction['deleteSet'], undone: Y.Transaction['deleteSet']): readonly Place[];
  /** True during a transaction that moves units. */
  isMoving(): boolean;
  /**
   * Called with deleted units that were replaced, before the editor renders the change; and with those of which there is a second
   * copy: local copies that give way to remote ones, and text that both moved.
   */
  onHeirs(listener: (heirs: readonly Heir[], doubles: readonly Heir[]) => void): () => void;
  /** Called when local copies are withdrawn because other clients have inserted the same text. */
  onWithdrawn(listener: (withdrawn: Withdrawn) => void): () => void;
  /** Called after each remote change, when all that had to move has moved; with the change's Yjs clients, null if unknown. */
  onFollowed(listener: (authors: readonly (number | null)[]) => void): () => void;
  close(): void;
}

export interface FollowOptions {
  readonly nowMs?: () => number;
  /** Leaves text without a new place deleted, instead of making it a paragraph. */
  readonly onlyMoves?: boolean;
  /**
   * Called for each remote change while the deleted text can still be read. `isNamed`: the author had seen the local unit
   * with this clock, and it is not restored. `authorOf`: Yjs client of that author, if known.
   */
  readonly onRemoteChange?: (
    transaction: Y.Transaction,
    isNamed: (clock: number) => boolean,
    authorOf: (clock: number) => number | null,
  ) => void;
}

export function followText(doc: Y.Doc, rootName: string, options: FollowOptions = {}): TextFollower {
  const { nowMs = () => hostClock.nowMs(), onlyMoves = false, onRemoteChange } = options;
  const root = doc.getXmlFragment(rootName);
  const recent = createRecent(nowMs);
  const own = new OwnCopies(doc, root);
  const replacements = new OwnReplacements(doc);
  const listeners = new Set<Parameters<TextFollower['onHeirs']>[0]>();
  const withdrawListeners = new Set<(withdrawn: Withdrawn) => void>();
  const followedListeners = new Set<(authors: readonly (number | null)[]) => void>();
  let authors: readonly (number | null)[] = [];
  let names = NO_NAMES;
  let heirs = new Map<string, Place>();
  let going: ReadonlySet<number> = new Set();
  let isMoving = false;

  const note = <From extends Place>(
    all: readonly (readonly [From, Place])[],
    isReported: (from: From) => boolean = () => true,
  ): void => {
    for (const [from, to] of all) {
      heirs.set(keyOf(from), to);
      // The unit exists now, so an earlier replacement of it is outdated.
      heirs.delete(keyOf(to));
    }
    const reported = all.filter(([from]) => isReported(from));
    const withdrawn = all.filter(([from]) => !isReported(from));
    for (const listener of listeners) listener(reported, withdrawn);
  };

  const look = (transaction: Y.Transaction): void => {
    if (transaction.local) {
      if (transaction.origin !== FOLLOW_ORIGIN) {
        own.note(transaction);
        replacements.note(transaction);
      }
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
      // The editor must render the remote change first, or it would look for its caret in a deleted block.
      if (placed.length > 0) doc.once('afterAllTransactions', () => move(placed));
    }
    const { twins, originals } = replacements.find(transaction);
    if (twins.length > 0) {
      for (const listener of withdrawListeners) listener(originals);
      // After the texts in them have moved.
      doc.once('afterAllTransactions', () => remove(twins));
    }
    const changedBy = [...authors, ...writersOf(transaction)];
    authors = [];
    // After those.
    doc.once('afterAllTransactions', () => followedListeners.forEach((listener) => listener(changedBy)));
    recent.note(transaction);
  };

  const remove = (twins: readonly Twin[]): void => {
    isMoving = true;
    try {
      doc.transact(() => twins.forEach(removeTwin), FOLLOW_ORIGIN);
    } finally {
      isMoving = false;
    }
  };

  /** Without a deletion, only duplicates have to move. */
  const findAllMoves = (transaction: Y.Transaction, deletes: boolean): Move[] => {
    const items = touchedItems(transaction, recent);
    const isRecent = (client: number, clock: number): boolean =>
      client !== doc.clientID && clock >= recent.since(client, transaction);
    const lines = readLines(transaction, root, items, isRecent);
    // The authors of a change that was not announced count as having seen everything, so nothing moves.
    const isAnnounced = names.authors.length > 0;
    const authors = isAnnounced ? names.authors : [null];
    return authors.flatMap((author) => {
      const seen = seenBy(doc, author);
      const change: Change = {
        lines,
        author,
        me: doc.clientID,
        isNamed: ({ client, clock }) => !isAnnounced || names.isNamed(author, client, clock),
        isMeant: ({ client, clock }) => !isAnnounced || names.isNamedByAny(client, clock),
        isSeen: ({ client, clock }) => clock <= (seen.get(client) ?? -1),
      };
      const copies = pairCopies(change);
      const doubles = own.find(change, copies);
      const moves = deletes ? findMoves(change, copies, doubles.replaced) : [];
      for (const withdrawn of doubles.withdrawn)
        for (const listener of withdrawListeners) listener(withdrawn);
      const blocks = copies.blocks.map(([from, to]): Heir => [from.block.id, to.block.id]);
      note<Place>([...copies.units, ...blocks]);
      if (doubles.pairs.length > 0) for (const listener of listeners) listener([], doubles.pairs);
      return [...moves, ...doubles.moves];
    });
  };

  const move = (placed: readonly PlacedMove[]): readonly Place[] => {
    isMoving = true;
    try {
      return doc.transact((transaction) => {
        const doubles = placed.filter(({ isDouble }) => isDouble);
        const withdrawn = new Set(doubles.flatMap(({ copied }) => copied.map(([unit]) => unit)));
        const moved = carryOut(doc, root, placed);
        note(moved, (unit) => !withdrawn.has(unit));
        const { clientID } = doc;
        const own = moved.filter(([, { client }]) => client === clientID);
        declareHeirs(
          transaction,
          own.map(([{ client, clock }, to]) => ({ clock: to.clock, from: { client, clock }, length: 1 })),
        );
        // From the end: an item keeps its empty text while a list is below it.
        for (const { line } of doubles.toReversed()) removeIfEmpty(line.block);
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

  const reportChange = (transaction: Y.Transaction): void => {
    if (transaction.local) return;
    const me = doc.clientID;
    onRemoteChange?.(
      transaction,
      (clock) => names.isNamedByAny(me, clock) && !going.has(clock),
      (clock) => names.authorOf(me, clock),
    );
    // Pending updates may delete later, so their names are kept.
    if (doc.store.pendingStructs === null && doc.store.pendingDs === null) names = NO_NAMES;
  };

  doc.on('beforeObserverCalls', look);
  // Runs before garbage collection.
  doc.on('afterTransaction', reportChange);
  return {
    takeIncoming: (updates) => {
      names = names.and(updates);
      authors = [...authors, ...updates.map(({ clientId }) => clientId)];
      replacements.takeIncoming(updates);
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
    onFollowed: (listener) => {
      followedListeners.add(listener);
      return () => followedListeners.delete(listener);
    },
    close: () => {
      listeners.clear();
      followedListeners.clear();
      withdrawListeners.clear();
      doc.off('beforeObserverCalls', look);
      doc.off('afterTransaction', reportChange);
    },
  };
}

const writersOf = ({ beforeState, afterState }: Y.Transaction): number[] =>
  [...afterState].flatMap(([client, clock]) => (clock === beforeState.get(client) ? [] : [client]));

/** If two authors deleted the same text, its units move once; moves with a target come first. */
function distinct(moves: readonly Move[]): Move[] {
  const taken = new Set<string>();
  const first = moves.filter(({ target }) => target !== null);
  return [...first, ...moves.filter(({ target }) => target === null)].flatMap((one) => {
    const units = one.units.filter((unit) => !taken.has(keyOf(unit)));
    for (const unit of units) taken.add(keyOf(unit));
    return units.length > 0 || one.copied.length > 0 ? [{ ...one, units }] : [];
  });
}

/** Index in the root after the block, or after the nearest remaining block before it. */
function placeAfter(root: Y.XmlFragment, { block }: Line): number {
  let top = block;
  for (let parent = parentOf(top); parent && parent !== root && parent._item; parent = parentOf(top))
    top = parent._item;
  let count = top.deleted ? 0 : 1;
  for (let item = top.left; item; item = item.left) if (!item.deleted && item.countable) count += item.length;
  return count;
}
