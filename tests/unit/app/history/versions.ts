import type { Version } from '../../../../src/app/data/versions.ts';

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
  },
];
