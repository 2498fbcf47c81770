/** All texts of the interface, for types and tests. English defines the keys; Czech must have all of them. */
import * as csAccount from './cs/account.ts';
import * as csComparison from './cs/comparison.ts';
import * as csEveryPage from './cs/every-page.ts';
import * as csHistory from './cs/history.ts';
import * as csList from './cs/list.ts';
import * as csDocument from './cs/open-document.ts';
import * as csPlayback from './cs/playback.ts';
import * as csSharing from './cs/sharing.ts';
import * as enUsAccount from './en-us/account.ts';
import * as enUsComparison from './en-us/comparison.ts';
import * as enUsEveryPage from './en-us/every-page.ts';
import * as enUsHistory from './en-us/history.ts';
import * as enUsList from './en-us/list.ts';
import * as enUsDocument from './en-us/open-document.ts';
import * as enUsPlayback from './en-us/playback.ts';
import * as enUsSharing from './en-us/sharing.ts';

export const resources = {
  'en-US': {
    ...enUsEveryPage,
    ...enUsDocument,
    ...enUsAccount,
    ...enUsComparison,
    ...enUsHistory,
    ...enUsList,
    ...enUsPlayback,
    ...enUsSharing,
  },
  cs: {
    ...csEveryPage,
    ...csDocument,
    ...csAccount,
    ...csComparison,
    ...csHistory,
    ...csList,
    ...csPlayback,
    ...csSharing,
  },
} as const;
