/** The colour of a person in a document. White text on each is at least 4.5:1, and so is each on white. */

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

/** What each of them is called, as a key of words. */
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
  /** Index into the colours when the person chose one. */
  readonly color: number | null;
}

/**
 * A colour for each person: the one they chose, else the one of their id, else the next that is free. Everybody who
 * knows the same people comes to the same colours, because people are taken in the order of their ids.
 */
export function assignAuthorColors(people: Iterable<Person>): ReadonlyMap<string, string> {
  const unique = new Map(Array.from(people, (person) => [person.userId, person]));
  const inOrder = [...unique.values()].sort(
    (a, b) => Number(a.color === null) - Number(b.color === null) || (a.userId < b.userId ? -1 : 1),
  );
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const person of inOrder) {
    const index = freeIndex(person.color ?? hash(person.userId) % AUTHOR_COLORS.length, taken);
    taken.add(index);
    colors.set(person.userId, colorAt(index));
  }
  return colors;
}

/** The wanted index, or the next free one; the wanted one again when all are taken. */
function freeIndex(wanted: number, taken: ReadonlySet<number>): number {
  for (let step = 0; step < AUTHOR_COLORS.length; step += 1) {
    const index = (wanted + step) % AUTHOR_COLORS.length;
    if (!taken.has(index)) return index;
  }
  return wanted % AUTHOR_COLORS.length;
}

function colorAt(index: number): string {
  return AUTHOR_COLORS[index] ?? AUTHOR_COLORS[0];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
