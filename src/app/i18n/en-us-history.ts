/** English: what is needed where somebody looks at versions. */
import { history } from './en-us/history.ts';

export const words = { history } as const;
