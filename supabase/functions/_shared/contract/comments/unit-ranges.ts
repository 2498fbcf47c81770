/**
 * Units of a text as ranges: for each its Yjs client, its first clock and its length, as decimal numbers separated by spaces,
 * in the order of the text.
 */
import type { Id } from '../authorship/id-ranges.ts';

export interface UnitRange extends Id {
  readonly length: number;
}

export const MAX_UNITS_CHARS = 8 * 1024;

const NUMBER = '(?:0|[1-9][0-9]{0,14})';
const RANGE = `${NUMBER} ${NUMBER} [1-9][0-9]{0,6}`;
export const UNITS_PATTERN = new RegExp(`^${RANGE}(?: ${RANGE})*$`);

export const writeUnits = (ranges: readonly UnitRange[]): string =>
  ranges.map(({ client, clock, length }) => `${client} ${clock} ${length}`).join(' ');

/** No ranges for text that `writeUnits` could not have written. */
export function readUnits(text: string): readonly UnitRange[] {
  if (!UNITS_PATTERN.test(text)) return [];
  const numbers = text.split(' ').map(Number);
  return Array.from({ length: numbers.length / 3 }, (_, at) => {
    const [client = 0, clock = 0, length = 0] = numbers.slice(3 * at, 3 * at + 3);
    return { client, clock, length };
  });
}
