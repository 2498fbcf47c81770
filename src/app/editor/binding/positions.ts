/**
 * Positions in the document and in the shared text. The library finds them by the sizes of shared types, which is right
 * only while all of them are drawn. With parts that can't be shown, the drawn nodes are counted instead.
 */
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  type ProsemirrorBinding,
} from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { isShared, SharedDrawing } from './shared-drawing.ts';

interface Bound {
  readonly doc: Y.Doc;
  readonly type: Y.XmlFragment;
  readonly mapping: ProsemirrorBinding['mapping'];
}

export function toRelative(pos: number, { type, mapping }: Bound): Y.RelativePosition {
  if (isOdd(mapping)) return placeIn(type, pos, mapping);
  return absolutePositionToRelativePosition(pos, type, mapping) as Y.RelativePosition;
}

export function toAbsolute(position: Y.RelativePosition, { doc, type, mapping }: Bound): number | null {
  if (!isOdd(mapping)) return relativePositionToAbsolutePosition(doc, type, position, mapping);
  const found = Y.createAbsolutePositionFromRelativePosition(position, doc);
  return found === null ? null : offsetOf(found.type, found.index, type, mapping);
}

export const isOdd = (mapping: unknown): mapping is SharedDrawing =>
  mapping instanceof SharedDrawing && mapping.isOdd;

function placeIn(parent: Y.XmlFragment, pos: number, mapping: SharedDrawing): Y.RelativePosition {
  const children = parent.toArray() as unknown[];
  let left = pos;
  for (const [index, child] of children.entries()) {
    const size = sizeOf(child, mapping);
    if (child instanceof Y.XmlText && Array.isArray(mapping.get(child))) {
      if (left <= size) return Y.createRelativePositionFromTypeIndex(child, left, -1);
    } else if (left < size) {
      const isInside = left > 0 && child instanceof Y.XmlElement;
      return isInside
        ? placeIn(child, left - 1, mapping)
        : Y.createRelativePositionFromTypeIndex(parent, index);
    }
    left -= size;
  }
  return Y.createRelativePositionFromTypeIndex(parent, children.length, -1);
}

function offsetOf(type: unknown, index: number, root: Y.XmlFragment, mapping: SharedDrawing): number | null {
  let offset = type instanceof Y.XmlFragment ? sizeBefore(type, index, mapping) : index;
  for (let inner = type; inner !== root;) {
    const parent = isShared(inner) ? inner.parent : null;
    if (!(parent instanceof Y.XmlFragment)) return null;
    const place = (parent.toArray() as unknown[]).indexOf(inner);
    if (place < 0) return null;
    const drawn = mapping.get(inner);
    if (drawn === undefined || isStandIn(drawn)) offset = 0;
    else if (!Array.isArray(drawn)) offset += 1;
    offset += sizeBefore(parent, place, mapping);
    inner = parent;
  }
  return offset;
}

const isStandIn = (drawn: ReturnType<SharedDrawing['get']>): boolean =>
  !Array.isArray(drawn) && drawn?.isAtom === true;

const sizeBefore = (parent: Y.XmlFragment, index: number, mapping: SharedDrawing): number =>
  (parent.toArray() as unknown[])
    .slice(0, index)
    .reduce((sum: number, child) => sum + sizeOf(child, mapping), 0);

function sizeOf(child: unknown, mapping: SharedDrawing): number {
  const drawn = mapping.get(child);
  if (Array.isArray(drawn)) return drawn.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return drawn?.nodeSize ?? 0;
}
