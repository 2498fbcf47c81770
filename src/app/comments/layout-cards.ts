/** A card beside the text. */
export interface Card {
  readonly id: string;
  /** Top of its line. */
  readonly wanted: number;
  readonly height: number;
}

/** Adjacent cards that touch. */
interface Stack {
  readonly cards: Card[];
  /** Sum over the cards of the top that each wants for the first card of the stack. */
  sum: number;
  height: number;
}

/**
 * Tops of cards, in the order of their lines and without overlap. The squared distances between the cards and their lines are
 * the least possible (pool adjacent violators); the active card stands at its line exactly, the others give way. While none is
 * active, no card stands above the floor, where nobody could scroll to it.
 */
export function layoutCards(
  cards: readonly Card[],
  active: string | null,
  gap: number,
  floor = -Infinity,
): ReadonlyMap<string, number> {
  const sorted = cards.toSorted((one, other) => one.wanted - other.wanted);
  const tops = layoutFreely(sorted, active, gap);
  let least = active === null ? floor : -Infinity;
  for (const { id, height } of sorted) {
    const top = Math.max(least, tops.get(id)!);
    tops.set(id, top);
    least = top + height + gap;
  }
  return tops;
}

function layoutFreely(sorted: readonly Card[], active: string | null, gap: number): Map<string, number> {
  const at = sorted.findIndex(({ id }) => id === active);
  const tops = new Map<string, number>();
  const fixed = sorted[at];
  if (!fixed) return place(sorted, gap, -Infinity, Infinity, tops);
  place(sorted.slice(0, at), gap, -Infinity, fixed.wanted - gap, tops);
  tops.set(fixed.id, fixed.wanted);
  return place(sorted.slice(at + 1), gap, fixed.wanted + fixed.height + gap, Infinity, tops);
}

/** Between two bounds, of which at most one is finite. A stack at a bound stays the best one that keeps to it. */
function place(
  cards: readonly Card[],
  gap: number,
  first: number,
  last: number,
  tops: Map<string, number>,
): Map<string, number> {
  const stacks: Stack[] = [];
  for (const card of cards) {
    let stack: Stack = { cards: [card], sum: card.wanted, height: card.height };
    for (let above = stacks.at(-1); above && overlaps(above, stack, gap); above = stacks.at(-1)) {
      stacks.pop();
      stack = join(above, stack, gap);
    }
    stacks.push(stack);
  }
  let start = first;
  let end = last;
  // Stacks that a bound pushes together keep their order; each stays as near to its place as the bound allows.
  if (last === Infinity)
    for (const stack of stacks) start = put(stack, Math.max(topOf(stack), start), gap, tops);
  else
    for (const stack of stacks.toReversed()) {
      const top = Math.min(topOf(stack), end - stack.height);
      put(stack, top, gap, tops);
      end = top - gap;
    }
  return tops;
}

const topOf = ({ sum, cards }: Stack): number => sum / cards.length;

const overlaps = (above: Stack, below: Stack, gap: number): boolean =>
  topOf(above) + above.height + gap > topOf(below);

function join(above: Stack, below: Stack, gap: number): Stack {
  const offset = above.height + gap;
  for (const card of below.cards) above.cards.push(card);
  above.sum += below.sum - offset * below.cards.length;
  above.height = offset + below.height;
  return above;
}

/** Returns where the next card may begin. */
function put({ cards }: Stack, top: number, gap: number, tops: Map<string, number>): number {
  let next = top;
  for (const { id, height } of cards) {
    tops.set(id, next);
    next += height + gap;
  }
  return next;
}
