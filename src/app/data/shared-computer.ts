import { keptChoice } from './kept-choice.ts';
import { SHARED } from './shared-name.ts';

/** A computer that others use too: only unsent text stays on it, and the session ends with the browser. */
export const isSharedComputer = (): boolean => keptChoice(SHARED) === 'yes';
