/**
 * Draws the shared text as nodes of the schema. The library deletes whatever does not fit from the shared text, for
 * everybody. This draws it as a part that can't be shown, and leaves it where it is (docs/decisions/0044).
 */
import { Fragment, type Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import {
  DOC,
  fittingAttributes,
  fittingMark,
  isMarkValue,
  mayContain,
  TEXT,
} from '#contract/document-grammar.ts';
import { MARK_NAMES } from '#contract/document-schema.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { nodeOf } from '../schema/node-of.ts';
import { UNSHOWN, UNSHOWN_INLINE } from '../schema/unshown.ts';

type Shared = Y.XmlElement | Y.XmlText;
type Nodes = Node | Node[] | null;

export const isShared = (value: unknown): value is Shared =>
  value instanceof Y.XmlElement || value instanceof Y.XmlText;

/** Drawing of a shared type that was deleted because it was empty. */
const GONE = Symbol('gone');
/** Drawing of a shared type whose parent must be drawn as a part that can't be shown. */
const MISFIT = Symbol('misfit');

/** The binding's map of shared types to the nodes that draw them. The library clears it before each drawing. */
export class SharedDrawing extends Map<unknown, Nodes> {
  /** The shared types drawn as parts that can't be shown, by the key of their node. */
  readonly unshown = new Map<string, Shared>();
  readonly #root: Y.XmlFragment;
  readonly #schema: Schema;
  readonly #onOdd: () => void;
  #isOdd = false;

  /** `onOdd`: called after each drawing with such a place. */
  constructor(root: Y.XmlFragment, schema: Schema, onOdd: () => void) {
    super();
    this.#onOdd = onOdd;
    this.#root = root;
    this.#schema = schema;
  }

  /** Shared text and nodes do not correspond everywhere, which the library's positions assume. */
  get isOdd(): boolean {
    return this.#isOdd;
  }

  /** Null, which the library leaves out, for values in the root that are neither text nor element. */
  override get(type: unknown): Nodes | undefined {
    return isShared(type) || type === this.#root ? super.get(type) : null;
  }

  override clear(): void {
    super.clear();
    this.unshown.clear();
    this.#isOdd = false;
    this.#drawChildren(this.#root, nodeOf(this.#schema, DOC));
    if (this.#isOdd) this.#onOdd();
  }

  /** The nodes of the whole text. */
  nodes(): Node[] {
    return this.#root.toArray().flatMap((child) => {
      const drawn = this.get(child);
      return Array.isArray(drawn) || !drawn ? [] : [drawn];
    });
  }

  #drawChildren(parent: Y.XmlFragment, type: NodeType): readonly Node[] | typeof MISFIT {
    const nodes: Node[] = [];
    let isMisfit = false;
    for (const child of parent.toArray() as unknown[]) {
      if (!isShared(child)) {
        this.#isOdd = true;
        isMisfit ||= parent !== this.#root;
        continue;
      }
      // An earlier one was joined with it.
      if (child._item?.deleted !== false) continue;
      const outside = this.unshown.size;
      const drawn = child instanceof Y.XmlText ? this.#drawText(child, type) : this.#drawIn(child, type);
      if (drawn === GONE) continue;
      if (drawn === MISFIT) this.#forgetFrom(outside);
      const shown = drawn === MISFIT ? this.#standIn(child, type) : drawn;
      if (shown === null) isMisfit = true;
      else if (Array.isArray(shown)) nodes.push(...shown);
      else nodes.push(shown);
      if (shown !== null) this.set(child, shown);
    }
    return isMisfit ? MISFIT : nodes;
  }

  #drawIn(element: Y.XmlElement, parent: NodeType): Node | typeof GONE | typeof MISFIT {
    const type = this.#schema.nodes[element.nodeName];
    if (!type || !mayContain(parent.name, element.nodeName)) return MISFIT;
    const children = this.#drawChildren(element, type);
    if (children === MISFIT) return MISFIT;
    const attributes = fittingAttributes(element.nodeName, element.getAttributes());
    const content = type.createAndFill(attributes, [...children]);
    if (element.length === 0 && content !== null && content.childCount > 0) return deleteEmpty(element);
    // The table editing cannot select a table without cells.
    if (type.name === 'table' && children.every(({ childCount }) => childCount === 0))
      return deleteEmpty(element);
    if (content === null) return MISFIT;
    // Nodes were added before or behind them.
    if (content.content.size !== Fragment.from(children).size) this.#isOdd = true;
    return content;
  }

  /** Parts within a part have no nodes. */
  #forgetFrom(count: number): void {
    for (const key of [...this.unshown.keys()].slice(count)) this.unshown.delete(key);
  }

  #drawText(text: Y.XmlText, parent: NodeType): Node[] | typeof MISFIT {
    if (!mayContain(parent.name, TEXT) || !isPlain(text)) return MISFIT;
    takeNext(text);
    const runs = text.toDelta() as { insert: string; attributes?: Readonly<Record<string, unknown>> }[];
    return runs.map(({ insert, attributes = {} }) =>
      this.#schema.text(insert, this.#marksOf(attributes, parent)),
    );
  }

  #marksOf(attributes: Readonly<Record<string, unknown>>, parent: NodeType): Mark[] {
    return Object.entries(attributes).flatMap(([name, value]) => {
      const type = this.#schema.marks[name];
      return type && parent.allowsMarkType(type) ? [type.create(fittingMark(name, value))] : [];
    });
  }

  #standIn(child: Shared, parent: NodeType): Node | null {
    const isInline = mayContain(parent.name, TEXT) && mayContain(parent.name, 'hardBreak');
    if (!isInline && !mayContain(parent.name, 'paragraph')) return null;
    const { client, clock } = child._item!.id;
    const key = `${client}:${clock}`;
    this.unshown.set(key, child);
    this.#isOdd = true;
    return nodeOf(this.#schema, isInline ? UNSHOWN_INLINE : UNSHOWN).create({
      key,
      text: plainText(child),
    });
  }
}

/** Whether it contains characters and known marks only. Yjs writes marks again beside a change, and the server refuses others. */
function isPlain(text: Y.XmlText): boolean {
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && !isPlainContent(item.content)) return false;
  return true;
}

const isPlainContent = (content: unknown): boolean =>
  content instanceof Y.ContentString ||
  (content instanceof Y.ContentFormat && MARK_NAMES.has(content.key) && isMarkValue(content.value));

/**
 * Merges a text with the next one, as the library does. With two texts side by side, the second a local one, characters
 * would double.
 */
function takeNext(text: Y.XmlText): void {
  const next = text._item?.right?.content;
  const type: unknown = next instanceof Y.ContentType ? next.type : null;
  const { doc } = text;
  if (!doc || !(type instanceof Y.XmlText) || type._item?.deleted !== false) return;
  if (type._item.id.client !== doc.clientID || !isPlain(type)) return;
  text.applyDelta([{ retain: text.length }, ...(type.toDelta() as object[])]);
  doc.transact((transaction) => type._item?.delete(transaction));
}

/** An element whose last child two peers deleted, each another one. Nothing is lost with it. */
function deleteEmpty(element: Y.XmlElement): typeof GONE {
  element.doc?.transact((transaction) => element._item?.delete(transaction), ySyncPluginKey);
  return GONE;
}
