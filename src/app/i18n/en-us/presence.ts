export const presence = {
  people: 'People here',
  you: '{{name}} (you)',
  more_one: '{{count, number}} more person',
  more_other: '{{count, number}} more people',
  joined: '{{names}} joined',
  left: '{{names}} left',
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Offline – kept on this device',
  notSaved: 'Not saved',
  loading: 'Loading…',
  failed: 'Not loaded',
} as const;
