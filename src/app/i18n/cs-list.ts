/** Czech: what the list of documents needs besides. */
import { list } from './cs/list.ts';

export const words = { list } as const;
