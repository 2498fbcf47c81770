/** English texts of the version history. */
import { history } from './en-us/history.ts';

export const words = { history } as const;
