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
} as const;
