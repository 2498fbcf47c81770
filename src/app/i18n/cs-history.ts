/** Czech texts of the version history. */
import { history } from './cs/history.ts';

export const words = { history } as const;
