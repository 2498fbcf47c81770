/**
 * When two users restructure the same text concurrently, both delete it and both insert it again, which duplicates it.
 * The client with the larger Yjs id withdraws its copies and moves its text to those of the other client. For that, each
 * client records what its changes deleted and inserted again.
 */
import * as Y from 'yjs';
import type { Move, Place } from './find-moves.ts';
import {
  deletedBy,
  insertedBy,
  join,
  pairCopies,
  pairUp,
  type Change,
  type Copies,
  type Stretch,
} from '#contract/lineage/pair-copies.ts';
import {
  keyOf,
  readLine,
  readLines,
  textBlockOf,
  type Line,
  type Unit,
} from '#contract/lineage/read-lines.ts';
import { deletesAny, ownItems } from './touched.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;
type Deleted = Y.Transaction['deleteSet'];

/** Items with a remote copy, which an undo must not restore: single units, or all that the local change deleted. */
export type Withdrawn = readonly Id[] | Deleted;

interface OwnChange {
  readonly stretches: readonly Stretch[];
  readonly deleted: Deleted;
  /** Number of units inserted again and not withdrawn. */
  left: number;
}

interface Doubles {
  /** Local copies that are or will be deleted, by `keyOf`, and their remote replacements. */
  readonly replaced: ReadonlyMap<string, Place>;
  readonly moves: readonly Move[];
  readonly withdrawn: readonly Withdrawn[];
  /** Units that both deleted, each with the copy of the other. */
  readonly pairs: readonly (readonly [Id, Id])[];
}

const NONE: Doubles = { replaced: new Map(), moves: [], withdrawn: [], pairs: [] };
const MAX_CHANGES = 200;
const MAX_UNITS = 100_000;

export class OwnCopies {
  readonly #doc: Y.Doc;
  readonly #root: Y.XmlFragment;
  #changes: readonly OwnChange[] = [];
  readonly #copies = new Map<string, Id>();
  readonly #originals = new Map<string, Id>();

  constructor(doc: Y.Doc, root: Y.XmlFragment) {
    this.#doc = doc;
    this.#root = root;
  }

  get isAny(): boolean {
    return this.#changes.length > 0;
  }

  /** Call with each local transaction, while the deleted text is still readable. */
  note(transaction: Y.Transaction): void {
    const items = deletesAny(transaction) ? ownItems(transaction) : [];
    if (items.length === 0) return;
    const lines = readLines(transaction, this.#root, items, () => false);
    const all = (): boolean => true;
    const author = this.#doc.clientID;
    const change: Change = { lines, author, me: NOBODY, isNamed: all, isMeant: all, isSeen: all };
    const { units } = pairCopies(change);
    if (units.length === 0) return;
    for (const [from, to] of units) {
      this.#copies.set(keyOf(from), { client: to.client, clock: to.clock });
      this.#originals.set(keyOf(to), { client: from.client, clock: from.clock });
    }
    const own = { stretches: deletedBy(change), deleted: transaction.deleteSet, left: units.length };
    this.#changes = [...this.#changes, own].slice(-MAX_CHANGES);
    if (this.#copies.size > MAX_UNITS) this.#forget();
  }

  /** Finds local copies to withdraw after a remote change; `copies` are the units that the change itself moved. */
  find(change: Change, copies: Copies): Doubles {
    if (this.#changes.length === 0 || change.author === null) return NONE;
    const taken = new Set(copies.units.map(([, to]) => to));
    const inserted = insertedBy(change, 'new')
      .map((stretch) => join(stretch, (unit) => !taken.has(unit)))
      .filter(({ units }) => units.length > 0);
    if (inserted.length === 0) return NONE;
    const found = this.#changes.map((own) => this.#doublesOf(own, change, inserted));
    this.#changes = this.#changes.filter(({ left }) => left > 0);
    return {
      replaced: new Map(found.flatMap(({ replaced }) => [...replaced])),
      moves: found.flatMap(({ moves }) => moves),
      withdrawn: found.flatMap(({ withdrawn }) => withdrawn),
      pairs: found.flatMap(({ pairs }) => pairs),
    };
  }

  #doublesOf(own: OwnChange, change: Change, inserted: readonly Stretch[]): Doubles {
    const { author, me } = change;
    const isMineToGo = author !== null && author < me;
    // Treated as whole blocks, so that short ones match too: both clients have deleted them.
    const named = own.stretches
      .map((stretch) => ({ ...join(stretch, change.isNamed), isBlock: true }))
      .filter(({ units }) => units.length > 0);
    const [heirs, replaced] = [new Map<string, Place>(), new Map<string, Place>()];
    const from: Unit[] = [];
    const pairs = pairUp(named, inserted).units;
    for (const [old, theirs] of pairs) {
      const mine = last(this.#copies, old);
      const isGone = mine !== null && itemOf(mine, this.#doc).deleted;
      if (!mine || (!isGone && !isMineToGo)) continue;
      from.push(old);
      (isGone ? replaced : heirs).set(keyOf(mine), { unit: theirs, line: lineOf(theirs, inserted) });
    }
    if (from.length === 0) return { ...NONE, pairs };
    own.left -= from.length;
    const goesAlong = ({ client, clock }: Id): boolean => {
      const original = last(this.#originals, { client, clock }) ?? { client, clock };
      return original.client === me && !change.isSeen(original);
    };
    const moves = this.#blocksOf(heirs).flatMap((line) => withdrawFrom(line, heirs, goesAlong));
    return {
      replaced: new Map([...replaced, ...heirs]),
      moves,
      withdrawn: [own.left > 0 ? from : own.deleted],
      pairs,
    };
  }

  #blocksOf(heirs: ReadonlyMap<string, unknown>): readonly Line[] {
    const blocks = new Set<Y.Item>();
    for (const key of heirs.keys()) {
      const item = itemOf(idOf(key), this.#doc);
      const block = item instanceof Y.Item ? textBlockOf(item) : null;
      if (block) blocks.add(block);
    }
    return [...blocks].map(readLine);
  }

  #forget(): void {
    this.#changes = [];
    this.#copies.clear();
    this.#originals.clear();
  }
}

/** Follows a chain of replacements to its end. */
function last(heirs: ReadonlyMap<string, Id>, start: Id): Id | null {
  let heir: Id | null = null;
  for (let next = heirs.get(keyOf(start)); next; next = heirs.get(keyOf(next))) heir = next;
  return heir;
}

/** An unused Yjs client id. */
const NOBODY = -1;

function idOf(key: string): Id {
  const [client = 0, clock = 0] = key.split('/').map(Number);
  return { client, clock };
}

const itemOf = ({ client, clock }: Id, { store }: Y.Doc): Y.Item | Y.GC =>
  Y.getItem(store, Y.createID(client, clock));

const lineOf = (unit: Unit, stretches: readonly Stretch[]): Line =>
  stretches.find(({ units }) => units.includes(unit))!.line;

/** Removes the local copies, and moves local text around them to the remote copies. */
function withdrawFrom(line: Line, heirs: ReadonlyMap<string, Place>, goesAlong: (id: Id) => boolean): Move[] {
  const moves: Move[] = [];
  let copied: (readonly [Unit, Unit])[] = [];
  let units: Unit[] = [];
  let target: Move['target'] = null;
  const end = (at: Move['target']): void => {
    if (at) moves.push({ units, target: at, line, isLeft: true, copied, isDouble: true });
    [copied, units] = [[], []];
  };
  for (const unit of line.units) {
    const heir = heirs.get(keyOf(unit));
    if (heir) {
      if (units.length > 0) end(target ?? { kind: 'before', ...heir });
      copied.push([unit, heir.unit]);
      target = { kind: 'after', ...heir };
    } else if (goesAlong(unit)) units.push(unit);
  }
  end(target);
  return moves;
}
