import type { Version } from '../../../../src/app/data/versions.ts';

/** Fields that are empty in a version saved at one moment. */
export const AT_ONCE = { startedAt: null, typed: 0, deleted: 0, authors: [] };

/** The newest first, as the server returns them. */
export const VERSIONS: Version[] = [
  {
    id: 'v2',
    seq: 9,
    kind: 'before_restore',
    name: null,
    note: null,
    createdAt: new Date(2020, 10, 20, 14, 5),
    author: { id: 'petr', name: 'Petr' },
    restoredId: 'v1',
    restoreSessionId: 's2',
    ...AT_ONCE,
  },
  {
    id: 'v1',
    seq: 4,
    kind: 'named',
    name: 'Sent to the client',
    note: null,
    createdAt: new Date(2020, 10, 20, 9, 30),
    author: { id: 'jana', name: 'Jana' },
    restoredId: null,
    restoreSessionId: null,
    ...AT_ONCE,
  },
];

/** Half an hour of work by two people, and one whose account is gone. */
export const STRETCH: Version = {
  id: 'v3',
  seq: 20,
  kind: 'automatic',
  name: null,
  note: null,
  createdAt: new Date(2020, 10, 21, 10, 35),
  startedAt: new Date(2020, 10, 21, 10, 5),
  author: null,
  typed: 1214,
  deleted: 38,
  authors: [
    { id: 'petr', name: 'Petr', typed: 1200, deleted: 8 },
    { id: 'jana', name: 'Jana', typed: 13, deleted: 30 },
    { id: null, name: null, typed: 1, deleted: 0 },
  ],
  restoredId: null,
  restoreSessionId: null,
};
