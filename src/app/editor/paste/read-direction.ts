/** Other programs set the direction of a block; here its first letter sets it. */
import { directionOf, type Direction } from '../schema/direction.ts';
import { hasBlocks, textOf } from './elements.ts';

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, td, th, blockquote, div, summary';
const DIRECTED = '[dir], [style*="direction" i]';
const MARKS: Readonly<Record<Direction, string>> = { ltr: '\u200e', rtl: '\u200f' };

/**
 * If the first letter would give another direction, an invisible mark before it keeps the one that the program set.
 * Right-to-left text that is aligned to the right has its natural alignment, so the attribute is dropped.
 */
export function readDirection(body: HTMLElement): void {
  if (!body.querySelector(DIRECTED)) return;
  const directions = new Map<Element | null, Direction | null>();
  // In document order, so that a parent is read before its children.
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const direction = directionSet(element) ?? directions.get(element.parentElement) ?? null;
    directions.set(element, direction);
    if (direction !== null && element.matches(BLOCKS) && !hasBlocks(element))
      keepDirection(element, direction);
  }
  for (const element of body.querySelectorAll('[dir]')) element.removeAttribute('dir');
}

function keepDirection(block: HTMLElement, direction: Direction): void {
  if (direction === 'rtl' && block.style.textAlign === 'right') block.style.removeProperty('text-align');
  const text = textOf(block);
  if (text !== '' && needsMark(text, direction)) block.prepend(MARKS[direction]);
}

/** Many programs set `ltr` on every block: it matters only for a text with letters of both directions. */
function needsMark(text: string, direction: Direction): boolean {
  if (directionOf(text) === direction) return false;
  return direction === 'rtl' || /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(text);
}

function directionSet(element: HTMLElement): Direction | null {
  if (!element.matches(DIRECTED)) return null;
  const value = (element.style.direction || element.getAttribute('dir') || '').toLowerCase();
  return value === 'rtl' || value === 'ltr' ? value : null;
}
