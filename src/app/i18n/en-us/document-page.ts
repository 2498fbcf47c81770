/** Why an open document is not live or not saved: what happened, what is safe, what to do. */
export const documentPage = {
  share: 'Share',
  menu: 'Document menu',
  history: 'Version history',
  comments: 'Comments',
  waiting_one: '{{count, number}} person is asking for access.',
  waiting_other: '{{count, number}} people are asking for access.',
  erasedCopy: 'Text was erased from the history. You can’t undo changes made before that.',
  replacedCopy:
    'This page’s copy of the document differed from the server’s, so it was replaced with the current one.',
  cause: {
    noNetwork:
      'You’re offline. Keep writing: your changes are kept on this device and sent when you’re back online.',
    serverUnreachable:
      'Can’t reach the server. Keep writing: your changes are kept on this device and sent when it responds again.',
    livePaused: 'Live updates are paused: others see your changes with a short delay. Nothing is lost.',
    accessRemoved:
      'You no longer have access to this document. You can copy what you wrote, but it’s no longer saved.',
    writeRemoved:
      'You can only view this document now; your last changes aren’t saved. Copy what you need from “Unsent edits”.',
    signInExpired: 'Your session has ended. Sign in again; your changes are kept on this device.',
    upgradeRequired: 'A new version of Spolu is available. Reload the page to continue writing.',
    rebuilt:
      'The document was rebuilt in the meantime. Reload the page; any of your changes that no longer fit are in “Unsent edits”.',
    tooLarge:
      'Your last changes are too large to save. Copy them from “Unsent edits”, reload the page, and add them in smaller parts.',
    documentFull:
      'The document is full; your last changes aren’t saved. Copy them from “Unsent edits”, reload the page, and continue in a new document.',
    gone: 'This document was moved to the trash. You can copy what you wrote, but it’s no longer saved.',
    sessionRefused:
      'The server no longer accepts changes from this tab; your last changes aren’t saved. Reload the page to try again; if that fails, they’re kept in “Unsent edits”.',
    refused:
      'The server rejected your last changes; nothing you write here is saved. Copy them from “Unsent edits”, then reload the page.',
    slow: 'The server hasn’t accepted your last changes yet. They’re kept on this device, and Spolu keeps trying. Edits over 20 MB a day are saved more slowly.',
    imageFailed:
      'An image in the text wasn’t uploaded. Try again or remove it; until then, it’s only on this page.',
  },
  /** The same for users who cannot write. */
  reading: {
    noNetwork: 'You’re offline. You’ll see new changes when you’re back online.',
    serverUnreachable: 'Can’t reach the server. You’ll see new changes when it responds again.',
    livePaused: 'Live updates are paused: you see changes by others with a short delay.',
    signInExpired: 'You’re signed out. Sign in again to see new changes.',
  },
  /** The same while the device keeps nothing. */
  alone: {
    noNetwork:
      'You’re offline, and your last changes are only on this page. Keep it open: they’re sent when you’re back online.',
    serverUnreachable:
      'Can’t reach the server, and your last changes are only on this page. Keep it open: they’re sent when it responds again.',
    writeRemoved:
      'You can only view this document now; your last changes aren’t saved and are only on this page. Export the text to keep them.',
    signInExpired:
      'Your session has ended. Sign in again and keep this page open: your changes are only here.',
    upgradeRequired:
      'A new version of Spolu is available. Your last changes are only on this page: export the text, then reload the page.',
    rebuilt:
      'The document was rebuilt in the meantime. Your last changes are only on this page: export the text, then reload the page.',
    tooLarge:
      'Your last changes are too large to save and are only on this page. Export the text, reload the page, and add them in smaller parts.',
    documentFull:
      'The document is full. Your last changes are only on this page: export the text, reload the page, and continue in a new document.',
    sessionRefused:
      'The server no longer accepts changes from this tab. Your last changes are only on this page: export the text, then reload the page.',
    refused:
      'The server rejected your last changes, and they’re only on this page. Export the text, then reload the page.',
    slow: 'The server hasn’t accepted your last changes yet. Keep this page open; Spolu keeps trying. Edits over 20 MB a day are saved more slowly.',
  },
  storage: {
    full: 'This device’s storage is full: nothing more is kept on it until you free up space.',
    denied: 'This browser keeps nothing on this device, for example because this is a private window.',
    broken: 'This device’s storage isn’t working; restarting the browser may help.',
  },
  fullness: {
    nearly: 'This document is nearly full. Continue in a new document, or delete what you no longer need.',
    full: 'This document is full: nothing more can be added. Continue in a new document, or delete what you no longer need and wait a few minutes.',
  },
  untilSaved: 'Keep this page open until it says “Saved”.',
  reload: 'Reload',
} as const;
