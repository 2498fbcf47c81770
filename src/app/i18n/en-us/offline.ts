export const offline = {
  line: {
    offline: 'You’re offline. You can work on documents kept here; changes are sent once you’re back online.',
    unreachable:
      'Can’t reach the server. You can work on documents kept here; changes are sent once it answers.',
  },
  shared: {
    label: 'This is a shared computer',
    text: 'No documents stay on it, and you are signed out when the browser is closed.',
  },
  locked:
    'This device hasn’t reached the server for 30 days, so its documents are locked. Connect to the internet to open them. What you wrote is kept.',
  missing: 'Not on this device',
  waiting: 'Waiting for a connection',
  pinned: 'Kept on this device',
  keep: 'Keep on this device',
  folder: 'Keep this folder on this device',
  keeping: '“{{title}}” stays on this device and opens without a connection.',
  notKept: 'This browser keeps nothing on this device.',
  nearlyFull:
    'The storage of this device is nearly full. Documents that you keep on it may not fit any more; free some space or keep fewer of them.',
  notHere:
    '“{{title}}” isn’t on this device. Open it once you’re online. To have it offline next time, choose “Keep on this device” in its menu.',
  tryToOpen: 'Try to open',
  /** Why the server takes no edits. */
  refused: {
    noAccess: 'You can no longer edit this document.',
    revoked: 'Your access was removed in the meantime, so they can no longer be added.',
    gone: 'The document was deleted.',
    rebuilt: 'The document was rebuilt in the meantime, so they no longer fit.',
    tooLarge: 'They’re too large to save.',
    documentFull: 'The document is full.',
    outdated: 'They were made in an older version of Spolu.',
    incomplete: 'An earlier change is missing, so they can’t be added.',
    displaced:
      'The paragraph they were in was deleted in the meantime, so they aren’t in the text. Copy them to where they belong.',
    rejected: 'The server rejected them.',
  },
} as const;
