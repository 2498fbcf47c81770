/** All texts of the interface. English defines the keys; Czech must have all of them. */
import { words as csAccount } from './cs-account.ts';
import { words as csDocument } from './cs-document.ts';
import { words as csHistory } from './cs-history.ts';
import { words as csList } from './cs-list.ts';
import { words as csSharing } from './cs-sharing.ts';
import { words as cs } from './cs.ts';
import { words as enUsAccount } from './en-us-account.ts';
import { words as enUsDocument } from './en-us-document.ts';
import { words as enUsHistory } from './en-us-history.ts';
import { words as enUsList } from './en-us-list.ts';
import { words as enUsSharing } from './en-us-sharing.ts';
import { words as enUs } from './en-us.ts';

export const resources = {
  'en-US': { ...enUs, ...enUsAccount, ...enUsDocument, ...enUsHistory, ...enUsList, ...enUsSharing },
  cs: { ...cs, ...csAccount, ...csDocument, ...csHistory, ...csList, ...csSharing },
} as const;
