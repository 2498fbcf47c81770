/** Why an open document is not live or not saved: what happened, what is safe, what to do. */
export const room = {
  share: 'Share',
  history: 'Version history',
  waiting_one: '{{count, number}} person asks for access.',
  waiting_other: '{{count, number}} people ask for access.',
  freshCopy:
    'This page’s copy of the document differed from the server’s, so it was exchanged for a fresh one.',
  cause: {
    noNetwork:
      'You are offline. Keep writing: your changes are kept on this device and sent when you are back.',
    serverUnreachable:
      'The server cannot be reached. Keep writing: your changes are kept on this device and sent when it answers again.',
    livePaused: 'Live updates are paused: others see your changes with a short delay. Nothing is lost.',
    accessRemoved:
      'You no longer have access to this document. You can copy what you wrote; it is not saved any more.',
    writeRemoved:
      'You may only read this document now; your last changes are not saved. Copy what you need from “Unsent edits”.',
    signInExpired: 'Your session has ended. Sign in again; your changes wait here.',
    upgradeRequired: 'There is a newer version of Spolu. Load the page again to go on writing.',
    rebuilt:
      'The document was rebuilt meanwhile. Load the page again; changes of yours that no longer fit are in “Unsent edits”.',
    tooLarge:
      'Your last changes are too large to be saved. Copy them from “Unsent edits”, load the page again, and add them in smaller parts.',
    documentFull:
      'The document is full; your last changes are not saved. Copy them from “Unsent edits”, load the page again, and go on in a new document.',
    gone: 'This document was deleted. You can copy what you wrote; it is not saved any more.',
    sessionRefused:
      'The server takes nothing more from this tab; your last changes are not saved. Load the page again: they are tried once more, and wait in “Unsent edits” if that fails.',
    refused:
      'The server refused your last changes for good; nothing you write here is saved. Copy them from “Unsent edits”, then load the page again.',
    slow: 'The server has not taken your last changes yet. They are kept on this device, and Spolu keeps trying. More than 20 MB a day takes longer.',
    imageFailed:
      'An image in the text was not uploaded. Try again or remove it; until then only this page has it.',
  },
  /** The same for people who cannot write. */
  reading: {
    noNetwork: 'You are offline. You will see new changes when you are back.',
    serverUnreachable: 'The server cannot be reached. You will see new changes when it answers again.',
    livePaused: 'Live updates are paused: you see changes by others with a short delay.',
    signInExpired: 'You are signed out. Sign in again to see new changes.',
  },
  /** The same while the device keeps nothing. */
  alone: {
    noNetwork:
      'You are offline, and your last changes are only on this page. Leave it open: they are sent when you are back.',
    serverUnreachable:
      'The server cannot be reached, and your last changes are only on this page. Leave it open: they are sent when it answers again.',
    writeRemoved:
      'You may only read this document now; your last changes are not saved and only on this page. Export the text to keep them.',
    signInExpired:
      'Your session has ended. Sign in again and leave this page open: your changes wait only here.',
    upgradeRequired:
      'There is a newer version of Spolu. Your last changes are only on this page: export the text, then load the page again.',
    rebuilt:
      'The document was rebuilt meanwhile. Your last changes are only on this page: export the text, then load the page again.',
    tooLarge:
      'Your last changes are too large to be saved and only on this page. Export the text, load the page again, and add them in smaller parts.',
    documentFull:
      'The document is full. Your last changes are only on this page: export the text, load the page again, and go on in a new document.',
    sessionRefused:
      'The server takes nothing more from this tab. Your last changes are only on this page: export the text, then load the page again.',
    refused:
      'The server refused your last changes for good, and they are only on this page. Export the text, then load the page again.',
    slow: 'The server has not taken your last changes yet. Leave this page open; Spolu keeps trying. More than 20 MB a day takes longer.',
  },
  storage: {
    full: 'The storage of this device is full: nothing more is kept on it until you free some space.',
    denied: 'This browser keeps nothing on this device, as in a private window.',
    broken: 'The storage of this device does not work; restarting the browser may help.',
  },
  fullness: {
    nearly: 'This document is nearly full. Continue in a new document, or delete what you no longer need.',
    full: 'This document is full: nothing more can be added. Continue in a new document, or delete what you no longer need and wait a few minutes.',
  },
  untilSaved: 'Leave this page open until it reads “Saved”.',
  reload: 'Load again',
} as const;
