/** Why an open document is not live or not saved: what happened, what is safe, what to do. */
export const room = {
  cause: {
    noNetwork: 'You are offline. Write on: your changes are kept on this device and sent when you are back.',
    serverUnreachable:
      'The server cannot be reached. Write on: your changes are kept on this device and sent when it answers again.',
    livePaused: 'Others see your changes with a short delay. Nothing is lost.',
    accessRemoved:
      'You no longer have access to this document. You can copy what you wrote; it is not saved any more.',
    writeRemoved:
      'You may only read this document now; your last changes are not saved. Copy what you need from “Unsent edits”.',
    signInExpired: 'Your session has ended. Sign in again; your changes wait here.',
    upgradeRequired: 'There is a newer version of Spolu. Load the page again to go on writing.',
    tooLarge: 'The document is too large to be saved. Move a part of it into another one.',
    gone: 'This document was deleted. You can copy what you wrote; it is not saved any more.',
    other: 'The last changes are not saved yet. Leave this page open; Spolu keeps trying.',
  },
  reload: 'Load again',
} as const;
