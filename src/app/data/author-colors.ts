/** Colors of authors in a document. Each has a contrast of at least 4.5:1 with white. */

export const AUTHOR_COLORS = [
  '#ce0d6e',
  '#d50c25',
  '#b95600',
  '#976500',
  '#767700',
  '#028723',
  '#007e68',
  '#007a84',
  '#0079a8',
  '#2d5eec',
  '#8047e1',
  '#b52caf',
] as const;

/** Translation keys of the color names, in the same order. */
export const AUTHOR_COLOR_NAMES = [
  'raspberry',
  'red',
  'orange',
  'ochre',
  'olive',
  'green',
  'emerald',
  'teal',
  'azure',
  'blue',
  'violet',
  'purple',
] as const;

interface Person {
  readonly userId: string;
  /** Index into the colors if the user chose one. */
  readonly color: number | null;
}

/**
 * Assigns a color to each user: the chosen one, or the one derived from the id, or, if that is near another user's, the one
 * farthest from all others. Users are processed in order of their ids, so all clients with the same users agree.
 */
export function assignAuthorColors(people: Iterable<Person>): ReadonlyMap<string, string> {
  const unique = new Map(Array.from(people, (person) => [person.userId, person]));
  const inOrder = [...unique.values()].sort(
    (a, b) => Number(a.color === null) - Number(b.color === null) || (a.userId < b.userId ? -1 : 1),
  );
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const person of inOrder) {
    const index = chooseIndex(person, taken);
    taken.add(index);
    colors.set(person.userId, colorAt(index));
  }
  return colors;
}

const COUNT = AUTHOR_COLORS.length;
/** Colors fewer steps apart look alike. */
const APART = 3;

function chooseIndex({ userId, color }: Person, taken: ReadonlySet<number>): number {
  const wanted = (color ?? hash(userId)) % COUNT;
  const distanceOf = (index: number): number =>
    Math.min(COUNT, ...[...taken].map((other) => distance(index, other)));
  if (distanceOf(wanted) >= (color === null ? APART : 1)) return wanted;
  const all = Array.from({ length: COUNT }, (_, step) => (wanted + step) % COUNT);
  // The first one of those that are equally far.
  return all.reduce((best, index) => (distanceOf(index) > distanceOf(best) ? index : best), wanted);
}

/** Steps on the circle of hues. */
const distance = (a: number, b: number): number => Math.min(Math.abs(a - b), COUNT - Math.abs(a - b));

function colorAt(index: number): string {
  return AUTHOR_COLORS[index] ?? AUTHOR_COLORS[0];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
