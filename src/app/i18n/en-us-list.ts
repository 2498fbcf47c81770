/** English: what the list of documents needs besides. */
import { list } from './en-us/list.ts';

export const words = { list } as const;
