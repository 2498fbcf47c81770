import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/**
 * A block that somebody moves, or makes another kind of block of (a heading, a header of a table), is a new one to the
 * shared text, and what was selected in the old one has no place any more. It belongs into the new one with the same
 * words. Nothing is put in later than the old one is taken out: see `moveBlocks`.
 */
export class NewBlocks {
  /** What others have put in last. */
  #added: readonly Y.XmlElement[] = [];
  /** What others are just taking out, as it is still drawn. */
  #deleted: ReadonlySet<unknown> = new Set();

  /** To be told of each change before it is drawn. */
  note(transaction: Y.Transaction, { mapping }: ProsemirrorBinding): void {
    this.#deleted = new Set();
    if (transaction.local) return;
    const added = elementsAdded(transaction);
    if (added.length > 0) this.#added = added;
    this.#deleted = new Set(elementsDeleted(transaction).map((element) => mapping.get(element)));
  }

  /** To be asked when the binding knows the nodes of `tr`. */
  select(tr: Transaction, { doc, selection }: EditorState, { mapping }: ProsemirrorBinding): void {
    if (!(selection instanceof TextSelection)) return;
    const isDeleted = (node: Node): boolean => this.#deleted.has(node);
    if (!isDeleted(selection.$anchor.parent) || !isDeleted(selection.$head.parent)) return;
    const added = new Set<unknown>(this.#added.map((element) => mapping.get(element)));
    const placeOf = ({ parent, parentOffset }: ResolvedPos): number | null => {
      const old = linesLike(parent, doc).filter(({ node }) => isDeleted(node));
      const now = linesLike(parent, tr.doc).filter(({ node }) => added.has(node));
      // There may be several with the same words: they keep their order.
      const same = now[old.findIndex(({ node }) => node === parent)];
      return same ? same.start + parentOffset : null;
    };
    const [anchor, head] = [placeOf(selection.$anchor), placeOf(selection.$head)];
    if (anchor !== null && head !== null) tr.setSelection(TextSelection.create(tr.doc, anchor, head));
  }
}

const elementOf = (item: Y.Item | Y.GC): Y.XmlElement | null =>
  item instanceof Y.Item && item.content instanceof Y.ContentType && item.content.type instanceof Y.XmlElement
    ? item.content.type
    : null;

function elementsAdded({ doc, beforeState, afterState }: Y.Transaction): Y.XmlElement[] {
  const elements: Y.XmlElement[] = [];
  for (const [client, clock] of afterState) {
    const before = beforeState.get(client) ?? 0;
    const items = clock > before ? (doc.store.clients.get(client) ?? []) : [];
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const item = items[at];
      if (!item || item.id.clock < before) break;
      const element = item.deleted ? null : elementOf(item);
      if (element) elements.push(element);
    }
  }
  return elements;
}

function elementsDeleted(transaction: Y.Transaction): Y.XmlElement[] {
  const elements: Y.XmlElement[] = [];
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    const element = elementOf(item);
    if (element) elements.push(element);
  });
  return elements;
}

interface Line {
  readonly node: Node;
  readonly start: number;
}

/** Those of the same words, in their order. */
function linesLike({ content, textContent }: Node, doc: Node): Line[] {
  const lines: Line[] = [];
  doc.descendants((node, at) => {
    const isSame = node.isTextblock && node.content.size === content.size && node.textContent === textContent;
    if (isSame) lines.push({ node, start: at + 1 });
    return !node.isTextblock;
  });
  return lines;
}
