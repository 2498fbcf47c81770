/**
 * Two users who replace the same elements at once, for example to make a row of a table its head, insert them twice. The
 * texts find together (`own-copies.ts`), but not elements without text: cells would be left empty. The client with the
 * larger Yjs id removes its own.
 */
import * as Y from 'yjs';
import { itemsSince } from '#contract/lineage/items.ts';
import { keyOf, parentOf, typeOf } from '#contract/lineage/read-lines.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;

/** An element, and the deleted one in whose place it is. */
interface Replacement {
  readonly element: Y.Item;
  readonly original: Id;
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

const MAX_REPLACEMENTS = 5000;

export class OwnReplacements {
  readonly #doc: Y.Doc;
  /** By the key of the original. */
  #own = new Map<string, Replacement>();
  #deleted: Y.Transaction['deleteSet'][] = [];

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** Call with each local transaction. */
  note(transaction: Y.Transaction): void {
    if (transaction.deleteSet.clients.size === 0) return;
    const isDeleted = (id: Y.ID): boolean => Y.isDeleted(transaction.deleteSet, id);
    const found = this.#find(this.#doc.clientID, transaction, isDeleted);
    if (this.#own.size + found.length > MAX_REPLACEMENTS) this.#own = new Map();
    for (const one of found) this.#own.set(keyOf(one.original), one);
  }

  /** Call with updates before they are applied: afterwards it cannot be seen who else deleted an element. */
  takeIncoming(updates: readonly { readonly bytes: Uint8Array }[]): void {
    if (this.#own.size === 0) return;
    for (const { bytes } of updates) this.#deleted.push(Y.decodeUpdate(bytes).ds);
  }

  /** Finds the elements that a remote change has inserted in the place of the same ones. */
  find(transaction: Y.Transaction): Twins {
    const deleted = this.#deleted;
    this.#deleted = [];
    const isDeleted = (id: Y.ID): boolean => deleted.some((set) => Y.isDeleted(set, id));
    const theirs = [...transaction.afterState.keys()]
      .filter((client) => client < this.#doc.clientID && deleted.length > 0)
      .flatMap((client) => this.#find(client, transaction, isDeleted));
    const twins = theirs.flatMap(({ element, original }) => {
      const mine = this.#own.get(keyOf(original));
      return mine ? [{ mine: mine.element, theirs: element, original }] : [];
    });
    return { twins, originals: twins.map(({ original }) => original) };
  }

  #find(
    client: number,
    { beforeState }: Y.Transaction,
    isDeleted: (id: Y.ID) => boolean,
  ): readonly Replacement[] {
    const items = itemsSince(this.#doc, client, beforeState.get(client) ?? 0);
    const elements = items.filter((item) => !item.deleted && typeOf(item) instanceof Y.XmlElement);
    const known = new Set(elements);
    return elements.flatMap((head) => {
      const { left, rightOrigin } = head;
      if ((left !== null && known.has(left)) || rightOrigin === null || !isDeleted(rightOrigin)) return [];
      const group = [head];
      for (let next = head.right; next && known.has(next); next = next.right) group.push(next);
      const originals = this.#deletedFrom(rightOrigin, isDeleted);
      // Otherwise it is not known which replaces which.
      if (originals.length !== group.length) return [];
      return group.map((element, at) => ({ element, original: originals[at]! }));
    });
  }

  #deletedFrom(first: Y.ID, isDeleted: (id: Y.ID) => boolean): readonly Y.ID[] {
    const start = Y.getItem(this.#doc.store, first);
    const originals: Y.ID[] = [];
    for (let next = start instanceof Y.Item ? start : null; next?.deleted === true; next = next.right)
      if (isDeleted(next.id)) originals.push(next.id);
    return originals;
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

/** Elements that are nothing without their text. */
const HOLDERS: ReadonlySet<string> = new Set(
  'paragraph heading codeBlock blockquote callout bulletList orderedList taskList listItem taskItem table tableRow tableCell tableHeader'.split(
    ' ',
  ),
);

const isBare = (element: Y.XmlElement): boolean =>
  HOLDERS.has(element.nodeName) &&
  element
    .toArray()
    .every((child) =>
      child instanceof Y.XmlElement ? isBare(child) : child instanceof Y.XmlText && child.length === 0,
    );
