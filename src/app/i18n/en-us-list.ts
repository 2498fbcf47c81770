/** English texts of the list of documents. */
import { list } from './en-us/list.ts';

export const words = { list } as const;
