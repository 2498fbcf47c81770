/** Czech: what is needed where somebody looks at versions. */
import { history } from './cs/history.ts';

export const words = { history } as const;
