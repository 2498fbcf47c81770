/** The anchor of a comment: the units that are selected, and the words that it quotes. */
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, type EditorState } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { MAX_UNITS_CHARS, writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import type { NewAnchor } from './types.ts';
import { UnitIndex, type Spot } from './unit-index.ts';
import { describe } from './words.ts';

export function readIndex(state: EditorState): UnitIndex | null {
  const sync: { readonly type: Y.XmlFragment } | undefined = ySyncPluginKey.getState(state);
  return sync ? new UnitIndex(sync.type, state.doc) : null;
}

/** Of the selection; without one, of the text block at the caret. Null where there is neither. */
export function anchorOfSelection(state: EditorState): NewAnchor | null {
  const index = readIndex(state);
  if (!index) return null;
  const { selection, doc } = state;
  if (selection instanceof NodeSelection && isWhole(selection.node))
    return anchorOfNode(index, doc, selection.from);
  const selected = selection.ranges
    .toSorted((one, other) => one.$from.pos - other.$from.pos)
    .flatMap(({ $from, $to }) => index.spotsIn(...wholeCharacters(doc, $from.pos, $to.pos)));
  return anchorOfText(doc, selected) ?? anchorOfBlock(state, index);
}

/** The innermost table around the selection. */
export function anchorOfTable(state: EditorState): NewAnchor | null {
  const index = readIndex(state);
  const { $from } = state.selection;
  if (!index) return null;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table') return anchorOfNode(index, state.doc, $from.before(depth));
  return null;
}

/** A node that a thread stands at as one unit; any other stands for the text in it. */
const isWhole = (node: Node): boolean => node.isLeaf || node.type.name === 'table';

function anchorOfBlock({ selection: { $from }, doc }: EditorState, index: UnitIndex): NewAnchor | null {
  if (!$from.parent.isTextblock) return null;
  return (
    anchorOfText(doc, index.spotsIn($from.start(), $from.end())) ?? anchorOfNode(index, doc, $from.before())
  );
}

function anchorOfText(doc: Node, spots: readonly Spot[]): NewAnchor | null {
  const units = fitting(joinUnits(spots));
  if (units === '') return null;
  return { kind: 'text', units, ...describe(doc, spots) };
}

function anchorOfNode(index: UnitIndex, doc: Node, pos: number): NewAnchor | null {
  const spot = index.elementAt(pos);
  return spot && { kind: 'node', units: writeUnits([spot]), ...describe(doc, [spot]) };
}

/** Adjacent units of one client are one range, whatever items they are in. */
function joinUnits(spots: readonly Spot[]): readonly UnitRange[] {
  const ranges: UnitRange[] = [];
  for (const { client, clock, length } of spots) {
    const last = ranges.at(-1);
    if (last?.client === client && last.clock + last.length === clock)
      ranges[ranges.length - 1] = { client, clock: last.clock, length: last.length + length };
    else ranges.push({ client, clock, length });
  }
  return ranges;
}

/** The first ranges, as many as an anchor may have. */
function fitting(ranges: readonly UnitRange[]): string {
  let units = '';
  for (const range of ranges) {
    const longer = `${units} ${writeUnits([range])}`.trim();
    if (longer.length > MAX_UNITS_CHARS) break;
    units = longer;
  }
  return units;
}

/** Wider, where an end is inside of a character that consists of two units. */
function wholeCharacters(doc: Node, from: number, to: number): [from: number, to: number] {
  const isInside = (pos: number): boolean => {
    const $pos = doc.resolve(pos);
    return (
      $pos.parent.isTextblock &&
      /[\uD800-\uDBFF]$/.test($pos.nodeBefore?.text ?? '') &&
      /^[\uDC00-\uDFFF]/.test($pos.nodeAfter?.text ?? '')
    );
  };
  return from === to ? [from, to] : [isInside(from) ? from - 1 : from, isInside(to) ? to + 1 : to];
}
