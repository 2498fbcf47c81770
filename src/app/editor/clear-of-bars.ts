import { isTouch } from '../ui/is-touch.ts';

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Pixels: my caret is never scrolled to under the bars at the top of the window and at its foot. */
const SCROLLING = {
  scrollThreshold: { top: 160, right: 0, bottom: 72, left: 0 },
  scrollMargin: { top: 176, right: 5, bottom: 96, left: 5 },
};
/** There the toolbar is at the foot. */
const SCROLLING_BY_TOUCH = {
  scrollThreshold: { top: 68, right: 0, bottom: 112, left: 0 },
  scrollMargin: { top: 84, right: 5, bottom: 128, left: 5 },
};

export const clearOfBars = (): Record<'scrollThreshold' | 'scrollMargin', Sides> =>
  isTouch() ? SCROLLING_BY_TOUCH : SCROLLING;
