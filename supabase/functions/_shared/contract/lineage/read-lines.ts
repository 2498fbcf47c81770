/**
 * Reads the text blocks that a transaction touches, before and after it, unit by unit. A unit is a UTF-16 unit of text or
 * an inline node. Must run before garbage collection, while deleted text is still readable.
 */
import * as Y from 'yjs';

/**
 * `kept` and `recent` existed before and still do; `recent` was inserted shortly before by another client. `deleted` was
 * deleted by the transaction, `new` inserted by it.
 */
export type UnitState = 'kept' | 'recent' | 'deleted' | 'new';

export interface Unit {
  readonly client: number;
  readonly clock: number;
  /** The UTF-16 unit, or `NODE_SIGN`. */
  readonly sign: string;
  readonly state: UnitState;
  /** Marks and their attributes, as in the shared text. */
  readonly marks: Marks;
  /** The unit after which it was inserted; null at the start of its text. */
  readonly origin: Id | null;
  /** The inline node, if it is one. */
  readonly node: InlineNode | null;
}

/** Copied early: a deleted node loses its attributes. */
export interface InlineNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Id = Pick<Y.ID, 'client' | 'clock'>;

export const keyOf = ({ client, clock }: Id): string => `${client}/${clock}`;

export type Marks = Readonly<Record<string, unknown>>;

export interface Line {
  readonly block: Y.Item;
  readonly state: UnitState;
  readonly units: readonly Unit[];
}

export const NODE_SIGN = '\ufffc';
/** No text has this character. */
const ERASED_SIGN = '\uffff';
/** Blocks that contain text and inline nodes. */
const TEXT_BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock', 'detailsSummary']);

/** The state before a transaction, and the transaction's deletions. */
export interface Deletion extends Pick<Y.Transaction, 'beforeState' | 'deleteSet'> {
  /**
   * Whether this unit was inserted into a block that others had deleted. The author may not have received that deletion:
   * with this function, the lines are read as the author saw them.
   */
  readonly isStillborn?: (client: number, clock: number) => boolean;
}

/** In document order. `isRecent`: another client inserted the unit with the transaction or shortly before. */
export function readLines(
  deletion: Deletion,
  root: Y.XmlFragment,
  items: Iterable<Y.Item>,
  isRecent: (client: number, clock: number) => boolean,
): readonly Line[] {
  const blocks = new Set<Y.Item>();
  const around = new Set<Y.AbstractType<unknown>>();
  for (const item of items) {
    const block = textBlockOf(item);
    if (!block || blocks.has(block)) continue;
    const parents = parentsOf(block, root);
    if (!parents) continue;
    blocks.add(block);
    for (const parent of parents) around.add(parent);
  }
  const stateOf = unitState(deletion, isRecent);
  const lines: Line[] = [];
  const visit = (parent: Y.AbstractType<unknown>): void => {
    for (let item = parent._start; item; item = item.right) {
      const gone = deletion.isStillborn && item.deleted ? 'kept' : null;
      const state = blocks.has(item) ? (stateOf(item, item.id.clock) ?? gone) : null;
      if (state) lines.push({ block: item, state, units: readUnits(typeOf(item)!, stateOf) });
      const inner = typeOf(item);
      if (inner && around.has(inner)) visit(inner);
    }
  };
  visit(root as Y.AbstractType<unknown>);
  return lines;
}

/** A text block in its current state. */
export const readLine = (block: Y.Item): Line => ({
  block,
  state: 'kept',
  units: readUnits(typeOf(block)!, ({ deleted }) => (deleted ? null : 'kept')),
});

/** The text block that an item is or is inside of. */
export function textBlockOf(start: Y.Item): Y.Item | null {
  for (let item: Y.Item | null = start; item; item = parentOf(item)?._item ?? null) {
    const type = typeOf(item);
    if (type instanceof Y.XmlElement && TEXT_BLOCKS.has(type.nodeName)) return item;
  }
  return null;
}

export const typeOf = ({ content }: Y.Item): Y.AbstractType<unknown> | null =>
  content instanceof Y.ContentType ? content.type : null;

export const parentOf = ({ parent }: Y.Item): Y.AbstractType<unknown> | null =>
  parent instanceof Y.AbstractType ? parent : null;

/** From the innermost to the root; null if the block is outside of the root. */
function parentsOf(block: Y.Item, root: Y.XmlFragment): Y.AbstractType<unknown>[] | null {
  const parents: Y.AbstractType<unknown>[] = [];
  for (let parent = parentOf(block); parent; parent = parent._item ? parentOf(parent._item) : null) {
    parents.push(parent);
    if (parent === root) return parents;
  }
  return null;
}

type StateOf = (item: Y.Item, clock: number) => UnitState | null;

/** Null for an item that exists neither before nor after the transaction. */
const unitState =
  (
    { beforeState, deleteSet, isStillborn }: Deletion,
    isRecent: (client: number, clock: number) => boolean,
  ): StateOf =>
  ({ id: { client }, deleted }, clock) => {
    const wasThere = clock < (beforeState.get(client) ?? 0);
    if (deleted && wasThere && Y.isDeleted(deleteSet, Y.createID(client, clock))) return 'deleted';
    if (deleted && !isStillborn?.(client, clock)) return null;
    if (!wasThere) return 'new';
    return isRecent(client, clock) ? 'recent' : 'kept';
  };

function readUnits(block: Y.AbstractType<unknown>, stateOf: StateOf): Unit[] {
  const units: Unit[] = [];
  for (let child = block._start; child; child = child.right) {
    const type = typeOf(child);
    if (type instanceof Y.XmlText) readText(type, stateOf, units);
    else if (type instanceof Y.XmlElement) {
      const state = stateOf(child, child.id.clock);
      const { client, clock } = child.id;
      const node = readNode(type);
      if (state) units.push({ client, clock, sign: NODE_SIGN, state, marks: {}, origin: null, node });
    }
  }
  return units;
}

/** Current attributes, or those before it was deleted. */
export function readNode(node: Y.XmlElement): InlineNode {
  const attributes: Record<string, unknown> = {};
  for (const [key, { content, deleted }] of node._map) {
    const isOwn = !deleted || node._item?.deleted === true;
    if (isOwn && content instanceof Y.ContentAny) attributes[key] = content.arr.at(-1);
  }
  return { name: node.nodeName, attributes };
}

function readText(text: Y.XmlText, stateOf: StateOf, units: Unit[]): void {
  let marks: Marks = {};
  for (let item = text._start; item; item = item.right) {
    const { content, id } = item;
    if (!stateOf(item, id.clock)) continue;
    if (content instanceof Y.ContentFormat) marks = withMark(marks, content.key, content.value);
    const signs = signsOf(content);
    for (let at = 0; at < signs.length; at += 1) {
      // Yjs may have merged items of different transactions.
      const [client, clock, state] = [id.client, id.clock + at, stateOf(item, id.clock + at)];
      const origin = at === 0 ? item.origin : { client, clock: clock - 1 };
      if (state) units.push({ client, clock, sign: signs[at]!, state, marks, origin, node: null });
    }
  }
}

/** Erased text is still a part of the moves that it took part in, so that the text around it stays its writer's. */
const signsOf = (content: Y.Item['content']): string => {
  if (content instanceof Y.ContentString) return content.str;
  return content instanceof Y.ContentDeleted ? ERASED_SIGN.repeat(content.len) : '';
};

export function withMark(marks: Marks, key: string, value: unknown): Marks {
  const { [key]: _, ...rest } = marks;
  return value === null ? rest : { ...rest, [key]: value };
}
