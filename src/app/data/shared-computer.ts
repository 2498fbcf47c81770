/**
 * A computer that others use too: only unsent text stays on it, and the session ends with the browser. `boot.js` has the
 * same names.
 */
import { keepChoice, keptChoice } from './kept-choice.ts';

const SHARED = 'spolu.shared-computer';
const OPEN = 'spolu-open=1; path=/; samesite=strict';

export const isSharedComputer = (): boolean => keptChoice(SHARED) === 'yes';

/** The cookie lasts until the browser is closed. */
export function setSharedComputer(isShared: boolean): void {
  keepChoice(SHARED, isShared ? 'yes' : 'no');
  document.cookie = OPEN;
}
