export { directionOf, type Direction } from '#contract/text/direction.ts';

/** A block of text runs from the left or the right, by its first letter. `text/direction.css` follows it. */
export const OWN_DIRECTION = { dir: 'auto' };
