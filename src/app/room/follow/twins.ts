/**
 * Two users who replace the same elements at once, for example to make a row of a table its head, insert them twice. The
 * texts find together (`own-copies.ts`), but not elements without text: cells would be left empty. The client with the
 * larger Yjs id removes its own.
 */
import * as Y from 'yjs';
import { itemsSince } from '#contract/lineage/items.ts';
import { parentOf, typeOf } from '#contract/lineage/read-lines.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;

/** Adjacent elements of one author, and the deleted elements in whose place they are. */
interface Group {
  readonly elements: readonly Y.Item[];
  readonly originals: readonly Y.Item[];
}

export interface Twin {
  readonly mine: Y.Item;
  readonly theirs: Y.Item;
}

interface Twins {
  readonly twins: readonly Twin[];
  /** The elements that both replaced. */
  readonly originals: readonly Id[];
}

const MAX_GROUPS = 200;

export class OwnReplacements {
  readonly #doc: Y.Doc;
  #groups: readonly Group[] = [];
  #deleted: Y.Transaction['deleteSet'][] = [];

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** Call with each local transaction. */
  note(transaction: Y.Transaction): void {
    if (transaction.deleteSet.clients.size === 0) return;
    const { clientID } = this.#doc;
    const groups = groupsOf(
      itemsSince(this.#doc, clientID, transaction.beforeState.get(clientID) ?? 0),
      (id) => Y.isDeleted(transaction.deleteSet, id),
    );
    if (groups.length > 0) this.#groups = [...this.#groups, ...groups].slice(-MAX_GROUPS);
  }

  /** Call with updates before they are applied: afterwards it cannot be seen who else deleted an element. */
  takeIncoming(updates: readonly { readonly bytes: Uint8Array }[]): void {
    if (this.#groups.length === 0) return;
    for (const { bytes } of updates) this.#deleted.push(Y.decodeUpdate(bytes).ds);
  }

  /** Finds the elements that a remote change has inserted in the place of the same ones. */
  find({ beforeState, afterState }: Y.Transaction): Twins {
    const deleted = this.#deleted;
    this.#deleted = [];
    const isTheirs = (id: Y.ID): boolean => deleted.some((set) => Y.isDeleted(set, id));
    const me = this.#doc.clientID;
    const theirs = [...afterState.keys()]
      .filter((client) => client < me && deleted.length > 0)
      .flatMap((client) => groupsOf(itemsSince(this.#doc, client, beforeState.get(client) ?? 0), isTheirs));
    const pairs = theirs.flatMap((their) => {
      const mine = this.#groups.find((own) => isSamePlace(own, their));
      return mine ? [{ mine, their }] : [];
    });
    return {
      twins: pairs.flatMap(({ mine, their }) =>
        mine.elements.map((element, at): Twin => ({ mine: element, theirs: their.elements[at]! })),
      ),
      originals: pairs.flatMap(({ mine }) => mine.originals.map(({ id }) => id)),
    };
  }
}

/** Call inside a transaction. An element that has text meanwhile stays. */
export function removeTwin({ mine, theirs }: Twin): void {
  const [element, other] = [typeOf(mine), typeOf(theirs)];
  if (
    mine.deleted ||
    theirs.deleted ||
    !(element instanceof Y.XmlElement) ||
    !(other instanceof Y.XmlElement)
  )
    return;
  const parent = parentOf(mine);
  if (!isBare(element) || !(parent instanceof Y.XmlFragment)) return;
  parent.delete(parent.toArray().indexOf(element), 1);
}

function groupsOf(items: readonly Y.Item[], isDeleted: (id: Y.ID) => boolean): readonly Group[] {
  const elements = items.filter((item) => !item.deleted && typeOf(item) instanceof Y.XmlElement);
  const known = new Set(elements);
  return elements.flatMap((head) => {
    const isFirst = head.left === null || !known.has(head.left);
    if (!isFirst || head.rightOrigin === null || !isDeleted(head.rightOrigin)) return [];
    const group = [head];
    for (let next = head.right; next && known.has(next); next = next.right) group.push(next);
    const originals: Y.Item[] = [];
    for (let next = group.at(-1)!.right; next?.deleted === true; next = next.right)
      if (isDeleted(next.id)) originals.push(next);
    return [{ elements: group, originals }];
  });
}

const isSamePlace = (mine: Group, theirs: Group): boolean => {
  const [one, other] = [mine.elements[0]!, theirs.elements[0]!];
  return (
    mine.elements.length === theirs.elements.length &&
    Y.compareIDs(one.origin, other.origin) &&
    Y.compareIDs(one.rightOrigin, other.rightOrigin)
  );
};

/** Elements that are nothing without their text. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['paragraph', 'heading', 'codeBlock', 'blockquote', 'callout'],
  ...['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem'],
  ...['table', 'tableRow', 'tableCell', 'tableHeader'],
]);

const isBare = (element: Y.XmlElement): boolean =>
  HOLDERS.has(element.nodeName) &&
  element
    .toArray()
    .every((child) =>
      child instanceof Y.XmlElement ? isBare(child) : child instanceof Y.XmlText && child.length === 0,
    );
