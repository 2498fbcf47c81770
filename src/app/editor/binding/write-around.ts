/**
 * Writes changed nodes into the shared text around the parts that can't be shown. The library pairs children by content, so
 * it would replace such a part by its placeholder.
 */
import { Fragment, type Node } from '@tiptap/pm/model';
import { updateYFragment, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { isAttribute } from '#contract/document-grammar.ts';
import { UNSHOWN, UNSHOWN_INLINE } from '../schema/unshown.ts';
import { isOdd } from './positions.ts';
import { isShared, SharedDrawing } from './shared-drawing.ts';

/** Changes of this origin cannot be undone: the server would refuse the part when it came back. */
const DELETED_PARTS = Symbol('deleted parts');

export const isUnshown = ({ type }: Node): boolean => type.name === UNSHOWN || type.name === UNSHOWN_INLINE;

/** The same as the library's `updateYFragment`. */
export function writeNode(binding: ProsemirrorBinding, shared: Y.XmlFragment, node: Node): void {
  if (!isOdd(binding.mapping)) {
    updateYFragment(binding.doc, shared, node, binding);
    return;
  }
  const anchors = findAnchors(shared, node, binding.mapping);
  if (anchors === null) throw new Error('a part that cannot be shown was moved');
  writeAround(binding, shared, node, anchors);
}

/** Deletes the parts that are no longer in the document. Before, and not within, the change of the rest. */
export function deleteUnshown({ doc, mapping }: ProsemirrorBinding, text: Node): void {
  if (!(mapping instanceof SharedDrawing) || mapping.unshown.size === 0) return;
  const kept = new Set(keysIn(text));
  const deleted = [...mapping.unshown].filter(([key]) => !kept.has(key));
  if (deleted.length === 0) return;
  doc.transact((transaction) => {
    for (const [key, shared] of deleted) {
      mapping.unshown.delete(key);
      mapping.delete(shared);
      shared._item?.delete(transaction);
    }
  }, DELETED_PARTS);
}

/** Whether the parts that can't be shown are where they were, or deleted. */
export function canWrite({ type, mapping }: ProsemirrorBinding, text: Node): boolean {
  if (!(mapping instanceof SharedDrawing) || mapping.unshown.size === 0) return true;
  return isPaired(type, text, mapping);
}

function isPaired(shared: Y.XmlFragment, node: Node, drawing: SharedDrawing): boolean {
  const anchors = findAnchors(shared, node, drawing);
  return (
    anchors?.every(({ child, node: inner }) =>
      isUnshown(inner) ? true : child instanceof Y.XmlElement && isPaired(child, inner, drawing),
    ) === true
  );
}

/** A child that is such a part or contains one: it stays paired with its shared type. */
interface Anchor {
  readonly node: Node;
  /** Among the children of the node, and of the shared type. */
  readonly at: number;
  readonly child: Y.XmlElement | Y.XmlText;
  readonly sharedAt: number;
}

/** Null when one of them is not in its place. */
function findAnchors(shared: Y.XmlFragment, node: Node, drawing: SharedDrawing): readonly Anchor[] | null {
  if (drawing.unshown.size === 0) return [];
  const children = shared.toArray() as unknown[];
  const anchors: Anchor[] = [];
  for (const [at, inner] of node.children.entries()) {
    const keys = keysIn(inner);
    if (keys.length === 0) continue;
    const owners = new Set(keys.map((key) => childWith(drawing.unshown.get(key), shared)));
    const [child] = owners;
    const sharedAt = children.indexOf(child);
    if (owners.size !== 1 || !child || sharedAt <= (anchors.at(-1)?.sharedAt ?? -1)) return null;
    const isSame = isUnshown(inner)
      ? drawing.unshown.get(keys[0]!) === child
      : child instanceof Y.XmlElement && child.nodeName === inner.type.name;
    if (!isSame) return null;
    anchors.push({ node: inner, at, child, sharedAt });
  }
  return anchors;
}

function keysIn(node: Node): string[] {
  if (isUnshown(node)) return [String(node.attrs['key'])];
  return node.children.flatMap((child) => (child.isText ? [] : keysIn(child)));
}

/** The child of `parent` that is `part` or contains it. */
function childWith(
  part: Y.XmlElement | Y.XmlText | undefined,
  parent: Y.XmlFragment,
): Y.XmlElement | Y.XmlText | null {
  let child: unknown = part;
  while (child instanceof Y.AbstractType && child.parent !== parent) child = child.parent;
  return isShared(child) ? child : null;
}

function writeAround(
  binding: ProsemirrorBinding,
  shared: Y.XmlFragment,
  node: Node,
  anchors: readonly Anchor[],
): void {
  const isWhole = (shared.toArray() as unknown[]).every(isShared);
  if (anchors.length === 0 && isWhole) {
    updateYFragment(binding.doc, shared, node, binding);
    return;
  }
  if (shared instanceof Y.XmlElement) writeAttributes(shared, node);
  const ends = [...anchors, { at: node.childCount, sharedAt: shared.length }];
  // From the end, so that earlier places stay valid.
  for (let gap = ends.length - 1; gap >= 0; gap -= 1) {
    const before = anchors[gap - 1];
    const end = ends[gap]!;
    const [from, sharedFrom] = before ? [before.at + 1, before.sharedAt + 1] : [0, 0];
    const content = node.copy(Fragment.from(node.children.slice(from, end.at)));
    const part = new Window(shared, sharedFrom, end.sharedAt);
    updateYFragment(binding.doc, part as unknown as Y.XmlFragment, content, binding);
    binding.mapping.delete(part as never);
  }
  for (const { child, node: inner } of anchors)
    if (child instanceof Y.XmlElement && !isUnshown(inner)) writeNode(binding, child, inner);
    else binding.mapping.set(child, inner);
  binding.mapping.set(shared, node);
}

function writeAttributes(shared: Y.XmlElement, { attrs }: Node): void {
  const present: Readonly<Record<string, unknown>> = shared.getAttributes();
  // Attributes may hold any JSON; Yjs's type is string.
  for (const [name, value] of Object.entries(attrs))
    if (value !== null && present[name] !== value) shared.setAttribute(name, value as string);
    else if (value === null && isAttribute(shared.nodeName, name, present[name]))
      shared.removeAttribute(name);
}

/** Some children of a shared type, as the library sees a whole one. Values that are not types stay where they are. */
class Window {
  readonly #shared: Y.XmlFragment;
  readonly #from: number;
  #to: number;

  constructor(shared: Y.XmlFragment, from: number, to: number) {
    this.#shared = shared;
    this.#from = from;
    this.#to = to;
  }

  get length(): number {
    return this.toArray().length;
  }

  toArray(): unknown[] {
    return this.#places().map((place) => this.#shared.get(place));
  }

  get(index: number): unknown {
    return this.toArray()[index];
  }

  slice(from: number, to?: number): unknown[] {
    return this.toArray().slice(from, to);
  }

  delete(index: number, length: number): void {
    for (const place of this.#places()
      .slice(index, index + length)
      .toReversed()) {
      this.#shared.delete(place, 1);
      this.#to -= 1;
    }
  }

  insert(index: number, content: (Y.XmlElement | Y.XmlText)[]): void {
    this.#shared.insert(this.#places()[index] ?? this.#to, content);
    this.#to += content.length;
  }

  #places(): number[] {
    const all = this.#shared.toArray() as unknown[];
    return all.flatMap((child, place) =>
      isShared(child) && place >= this.#from && place < this.#to ? [place] : [],
    );
  }
}
