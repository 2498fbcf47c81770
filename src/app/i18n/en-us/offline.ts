export const offline = {
  line: {
    offline: 'You are offline. Documents on this device open and are saved when you are back.',
    unreachable:
      'Can’t reach the server. Documents on this device open and are saved when it can be reached again.',
  },
  missing: 'Not on this device',
  pinned: 'Kept on this device',
  keep: 'Keep on this device',
  notHere:
    '“{{title}}” isn’t on this device. Open it once you’re online. To have it offline next time, choose “Keep on this device” in its menu.',
  tryToOpen: 'Try to open',
} as const;
