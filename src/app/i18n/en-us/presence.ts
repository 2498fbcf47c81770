export const presence = {
  people: 'People here',
  more_one: '{{count, number}} more person',
  more_other: '{{count, number}} more people',
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Offline – kept on this device',
  signedOut: 'Signed out – kept on this device',
  notSaved: 'Not saved',
  viewOnly: 'View only',
  canComment: 'Can comment',
  loading: 'Loading…',
  failed: 'Not loaded',
} as const;
