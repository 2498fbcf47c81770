/** Czech texts of the list of documents. */
import { list } from './cs/list.ts';

export const words = { list } as const;
