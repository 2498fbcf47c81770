import type { Node } from '@tiptap/pm/model';
import { Decoration } from '@tiptap/pm/view';
import { readUnits } from '#contract/comments/unit-ranges.ts';
import { DRAFT, type NewAnchor, type Place } from './types.ts';
import type { Spot, UnitIndex } from './unit-index.ts';

export interface Look {
  readonly id: string;
  readonly place: Place;
  readonly isActive: boolean;
  /** Resolved threads have a place, which is not painted. */
  readonly isPainted: boolean;
  /** The id of the card, while there is one. */
  readonly details: string | null;
}

export const lookOfDraft = ({ kind, units }: NewAnchor): Look => ({
  id: DRAFT,
  place: { state: 'exact', ranges: kind === 'document' ? [] : readUnits(units) },
  isActive: true,
  isPainted: true,
  details: null,
});

export const isSamePlace = (place: Look['place'] | undefined, draft: NewAnchor): boolean =>
  place !== undefined && JSON.stringify(place.ranges) === JSON.stringify(lookOfDraft(draft).place.ranges);

export const isSameLook = (one: Look, other: Look | undefined): boolean =>
  one.place === other?.place &&
  one.isActive === other.isActive &&
  one.isPainted === other.isPainted &&
  one.details === other.details;

/** Text in one block, or a node that is a block. */
interface Stretch {
  from: number;
  to: number;
  isBlock: boolean;
}

/** The decorations of a thread; none where its place is not drawn. */
export function drawPlace(index: UnitIndex, doc: Node, look: Look): readonly Decoration[] {
  const { id, place } = look;
  if (place.state === 'none') return [];
  const isNear = place.state === 'near';
  return stretchesOf(index, doc, place).map(({ from, to, isBlock }) => {
    const spec = { id, isNear };
    if (!look.isPainted)
      return isBlock ? Decoration.node(from, to, {}, spec) : Decoration.inline(from, to, {}, spec);
    const attributes = attributesOf(look, isBlock);
    return isBlock
      ? Decoration.node(from, to, attributes, spec)
      : // An element for each thread, so that overlapping ones show and keep their attributes.
        Decoration.inline(from, to, { nodeName: 'span', ...attributes }, spec);
  });
}

function attributesOf({ id, place, isActive, details }: Look, isBlock: boolean): Record<string, string> {
  const kind = id === DRAFT ? 'is-draft' : '';
  const base = place.state === 'near' ? 'comment-near' : isBlock ? 'comment-block' : 'comment-mark';
  return {
    class: [base, kind, isActive ? 'is-active' : ''].filter(Boolean).join(' '),
    // The block that is near was not chosen: a click in it means the text.
    ...(place.state === 'near' ? {} : { 'data-comment': id }),
    ...(details === null ? {} : { 'aria-details': details }),
  };
}

function stretchesOf(index: UnitIndex, doc: Node, { ranges, apart, state }: Place): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const [number, range] of ranges.entries())
    for (const [at, spot] of index
      .spotsOf(range)
      .toSorted((a, b) => a.from - b.from)
      .entries()) {
      const isBlock = state === 'near' || (spot.node !== null && !spot.node.isInline);
      const last = stretches.at(-1);
      const isApart = at === 0 && apart?.includes(number) === true;
      if (last && !isBlock && !isApart && goesOn(doc, last, spot)) last.to = spot.to;
      else stretches.push({ from: spot.from, to: spot.to, isBlock });
    }
  return stretches;
}

/** Text that was typed between two chosen characters of one block is highlighted with them. */
const goesOn = (doc: Node, { to, isBlock }: Stretch, { from }: Spot): boolean =>
  !isBlock && from >= to && doc.resolve(to).sameParent(doc.resolve(from));
