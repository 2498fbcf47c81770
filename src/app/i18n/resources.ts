/** All texts of the interface, for types and tests. English defines the keys; Czech must have all of them. */
import * as csAccount from './cs/account.ts';
import * as csArchive from './cs/archive.ts';
import * as csComments from './cs/comments.ts';
import * as csEveryPage from './cs/every-page.ts';
import * as csEarlier from './cs/earlier-versions.ts';
import * as csDocumentList from './cs/document-list.ts';
import * as csDocument from './cs/open-document.ts';
import * as csFind from './cs/find.ts';
import * as csFormats from './cs/formats.ts';
import * as csLateDocument from './cs/late-document.ts';
import * as csNotifications from './cs/notifications.ts';
import * as csSharing from './cs/sharing.ts';
import * as csTemplates from './cs/templates.ts';
import * as enUsAccount from './en-us/account.ts';
import * as enUsArchive from './en-us/archive.ts';
import * as enUsComments from './en-us/comments.ts';
import * as enUsEveryPage from './en-us/every-page.ts';
import * as enUsEarlier from './en-us/earlier-versions.ts';
import * as enUsDocumentList from './en-us/document-list.ts';
import * as enUsDocument from './en-us/open-document.ts';
import * as enUsFind from './en-us/find.ts';
import * as enUsFormats from './en-us/formats.ts';
import * as enUsLateDocument from './en-us/late-document.ts';
import * as enUsNotifications from './en-us/notifications.ts';
import * as enUsSharing from './en-us/sharing.ts';
import * as enUsTemplates from './en-us/templates.ts';

export const resources = {
  'en-US': {
    ...enUsEveryPage,
    ...enUsDocument,
    ...enUsAccount,
    ...enUsArchive,
    ...enUsEarlier,
    ...enUsDocumentList,
    ...enUsFind,
    ...enUsFormats,
    ...enUsLateDocument,
    ...enUsSharing,
    ...enUsTemplates,
    ...enUsComments,
    ...enUsNotifications,
  },
  cs: {
    ...csEveryPage,
    ...csDocument,
    ...csAccount,
    ...csArchive,
    ...csEarlier,
    ...csDocumentList,
    ...csFind,
    ...csFormats,
    ...csLateDocument,
    ...csSharing,
    ...csTemplates,
    ...csComments,
    ...csNotifications,
  },
} as const;
