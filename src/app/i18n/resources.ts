/** Every string of the interface. English defines the keys, Czech must have them all. */
import { words as csDocument } from './cs-document.ts';
import { words as cs } from './cs.ts';
import { words as enUsDocument } from './en-us-document.ts';
import { words as enUs } from './en-us.ts';

export const resources = {
  'en-US': { ...enUs, ...enUsDocument },
  cs: { ...cs, ...csDocument },
} as const;
