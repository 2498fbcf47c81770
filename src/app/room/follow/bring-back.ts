/**
 * Text that a step of undo could not bring back: somebody has replaced the block that it stood in, and Yjs puts nothing into
 * what is gone. It goes beside the text that stands for its old neighbours.
 */
import * as Y from 'yjs';
import type { Move, Target } from './find-moves.ts';
import { parentOf, textBlockOf, withMark, type Line, type Marks, type Unit } from './read-lines.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;
type Deleted = Y.Transaction['deleteSet'];

export interface BackOptions {
  readonly doc: Y.Doc;
  /** What the step was to bring back. */
  readonly wanted: Deleted;
  /** What it took away: that is not to come back. */
  readonly undone: Deleted;
  /** The unit that stands for a deleted one. */
  readonly heirOf: (id: Id) => Id | null;
}

/** What has to be put in, by text. */
export function findLost({ doc, wanted, undone, heirOf }: BackOptions): readonly Move[] {
  const isLost = (item: Y.Item): boolean =>
    item.deleted &&
    item.redone === null &&
    item.content instanceof Y.ContentString &&
    Y.isDeleted(wanted, item.id) &&
    !Y.isDeleted(undone, item.id) &&
    heirOf(item.id) === null;
  const texts = new Set<Y.XmlText>();
  doc.transact((transaction) => {
    Y.iterateDeletedStructs(transaction, wanted, (item) => {
      const parent = item instanceof Y.Item && isLost(item) ? parentOf(item) : null;
      if (parent instanceof Y.XmlText) texts.add(parent);
    });
  });
  return [...texts].flatMap((text) => lostIn(text, isLost, (id) => placeOf(heirOf(id), doc)));
}

type Place = Exclude<Target, { kind: 'start' }>;

function placeOf(id: Id | null, { store }: Y.Doc): Omit<Place, 'kind'> | null {
  const item = id && Y.getItem(store, Y.createID(id.client, id.clock));
  const block = item instanceof Y.Item && !item.deleted ? textBlockOf(item) : null;
  if (!id || !block) return null;
  return { unit: unitOf(id, '', {}), line: lineOf(block) };
}

const lineOf = (block: Y.Item): Line => ({ block, state: 'kept', units: [] });

const unitOf = ({ client, clock }: Id, sign: string, marks: Marks): Unit => ({
  client,
  clock,
  sign,
  state: 'deleted',
  marks,
  origin: null,
  node: null,
});

function lostIn(
  text: Y.XmlText,
  isLost: (item: Y.Item) => boolean,
  placeOfHeir: (id: Id) => Omit<Place, 'kind'> | null,
): Move[] {
  const moves: Move[] = [];
  const block = text._item && textBlockOf(text._item);
  if (!block) return moves;
  let marks: Marks = {};
  let units: Unit[] = [];
  let before: Omit<Place, 'kind'> | null = null;
  const end = (behind: Omit<Place, 'kind'> | null): void => {
    const target: Target | null =
      (before && { kind: 'after', ...before }) ?? (behind && { kind: 'before', ...behind });
    if (units.length > 0) moves.push({ units, target, line: lineOf(block), isLeft: false, copied: [] });
    units = [];
  };
  for (let item = text._start; item; item = item.right) {
    const { content, id, lastId } = item;
    if (content instanceof Y.ContentFormat) marks = withMark(marks, content.key, content.value);
    else if (content instanceof Y.ContentString && isLost(item)) {
      for (const [at, sign] of content.str.split('').entries())
        units.push(unitOf({ client: id.client, clock: id.clock + at }, sign, marks));
    } else {
      const [first, last] = [placeOfHeir(id), placeOfHeir(lastId)];
      if (first) end(first);
      before = last ?? before;
    }
  }
  end(null);
  return moves;
}
