import type { Seat } from './seat.ts';

/** More cards than this in a window would stand far from their lines. */
const MOST_CARDS = 40;
/** Threads within the height of a button share it. */
const TOGETHER_PX = 46;

/** A card; or a button for the threads of near lines, behind which those of its cards follow that are shown. */
export type Place = Seat | { readonly id: string; readonly top: number; readonly group: readonly Seat[] };

export interface Collapsing {
  /** Height of the window. */
  readonly screen: number;
  readonly active: string | null;
  /** The id of a button. */
  readonly expanded: string | null;
}

/**
 * Seats in the order of their lines. Near ones share a button where a window has more than `MOST_CARDS`, wherever it is scrolled
 * to.
 */
export function collapseSeats(
  seats: readonly Seat[],
  { screen, active, expanded }: Collapsing,
): readonly Place[] {
  if (seats.length <= MOST_CARDS) return seats;
  const isCrowded = crowdedIn(seats, screen);
  return groupsOf(seats).flatMap<Place>((group) => {
    const [first] = group;
    if (!first || group.length === 1 || !isCrowded(first.top)) return group;
    const id = `group-${first.id}`;
    // One that is being written is no comment yet.
    const shown = group.filter((seat) => id === expanded || seat.id === active || seat.thread === null);
    return [{ id, top: first.top, group: group.filter(({ thread }) => thread !== null) }, ...shown];
  });
}

function groupsOf(seats: readonly Seat[]): readonly (readonly Seat[])[] {
  const groups: Seat[][] = [];
  for (const seat of seats) {
    const group = groups.at(-1);
    if (group?.[0] && seat.top - group[0].top < TOGETHER_PX) group.push(seat);
    else groups.push([seat]);
  }
  return groups;
}

/** Around lines that are given in their order. */
function crowdedIn(seats: readonly Seat[], screen: number): (top: number) => boolean {
  let [first, end] = [0, 0];
  return (top) => {
    while (first < seats.length && seats[first]!.top < top - screen / 2) first += 1;
    while (end < seats.length && seats[end]!.top <= top + screen / 2) end += 1;
    return end - first > MOST_CARDS;
  };
}
