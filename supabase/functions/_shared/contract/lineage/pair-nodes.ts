/** Pairs deleted nodes that stand between text blocks with the same nodes, inserted again: images, formulas, lines and tables. */
import * as Y from 'yjs';
import { headOf } from '../text/document-node.ts';
import { parentOf, readNode, typeOf } from './read-lines.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;
type Pair = readonly [from: Id, to: Id];

/** They have nothing but their attributes. */
const LONE: ReadonlySet<string> = new Set(['image', 'blockMath', 'horizontalRule']);

/**
 * `units`: text of the same change that was deleted and inserted again. `isNamed`: its author deleted this attribute, and so had it;
 * another may have changed it since.
 */
export function pairNodes(
  doc: Y.Doc,
  deleted: readonly Y.Item[],
  inserted: readonly Y.Item[],
  units: readonly Pair[],
  isNamed: (id: Id) => boolean = () => false,
): readonly Pair[] {
  const isIn = (names: ReadonlySet<string>) => (item: Y.Item) => names.has(nameOf(item));
  const lone = pairLone(
    deleted.filter(isIn(LONE)),
    inserted.filter((item) => !item.deleted && isIn(LONE)(item)),
    isNamed,
  );
  const hasTables = deleted.some((item) => nameOf(item) === 'table');
  return hasTables ? [...lone, ...pairTables(doc, deleted, units)] : lone;
}

/** Equal ones in their order. */
function pairLone(
  deleted: readonly Y.Item[],
  inserted: readonly Y.Item[],
  isNamed: (id: Id) => boolean,
): Pair[] {
  const left = new Set(inserted);
  return deleted.flatMap((item): Pair[] => {
    const copy = [...left].find((one) => keyOf(one) === keyOf(item, isNamed));
    if (!copy) return [];
    left.delete(copy);
    return [[item.id, copy.id]];
  });
}

/** A table whose text is in another one now. */
function pairTables(doc: Y.Doc, deleted: readonly Y.Item[], units: readonly Pair[]): Pair[] {
  const gone = new Set(deleted);
  const copies = new Map<Y.Item, Y.Item>();
  for (const [from, to] of units) {
    const [table, copy] = [tableOf(doc, from), tableOf(doc, to)];
    if (table && copy && gone.has(table) && !copy.deleted && !copies.has(table)) copies.set(table, copy);
  }
  const taken = new Set<Y.Item>();
  return Array.from(copies).flatMap(([table, copy]): Pair[] => {
    const isFirst = !taken.has(copy);
    taken.add(copy);
    return isFirst ? [[table.id, copy.id]] : [];
  });
}

function tableOf({ store }: Y.Doc, { client, clock }: Id): Y.Item | null {
  const struct = Y.getItem(store, Y.createID(client, clock)) as Y.Item | Y.GC;
  for (let item = struct instanceof Y.Item ? struct : null; item; item = parentOf(item)?._item ?? null)
    if (nameOf(item) === 'table') return item;
  return null;
}

function nameOf(item: Y.Item): string {
  const type = typeOf(item);
  return type instanceof Y.XmlElement ? type.nodeName : '';
}

function keyOf(item: Y.Item, isNamed: (id: Id) => boolean = () => false): string {
  const node = typeOf(item) as Y.XmlElement;
  const { name, attributes } = readNode(node);
  const seen = { ...attributes };
  for (const [key, newest] of node._map)
    for (let one: Y.Item | null = newest; one; one = one.left)
      if (isNamed(one.id) && one.content instanceof Y.ContentAny) {
        seen[key] = one.content.arr.at(-1);
        break;
      }
  return headOf({ type: name, attrs: seen });
}
