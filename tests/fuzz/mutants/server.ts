/** Mistakes that the server could make, one each: in the model that mirrors the SQL, and in what functions share. */
import type { Mutant } from './mutant.ts';

const DATABASE = 'tests/fuzz/model/database.ts';
const LINT = 'supabase/functions/_shared/contract/lint-update.ts';

export const SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'server: a counter is logged twice',
    file: DATABASE,
    find: 'if (counter < expected) {',
    replace: 'if (counter < expected - 1e9) {',
    faults: ['functions'],
  },
  {
    name: 'server: a hole is no reason to stop',
    file: DATABASE,
    find: 'if (counter > expected) break;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'server: one counter, two contents',
    file: DATABASE,
    find: "if (logged && !isSame(logged.bytes, bytes)) throw new Refused('counter_reused');\n        continue;",
    replace:
      "if (logged && isSame(logged.bytes, bytes)) throw new Refused('counter_reused');\n        continue;",
    faults: ['functions'],
  },
  {
    name: 'server: every member may append',
    file: DATABASE,
    find: "    requireRole(caller, EDITORS);\n    if (request.generation !== tables.generation) throw new Refused('generation_mismatch');\n    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');\n    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)",
    replace:
      '    requireRole(caller, MEMBERS);\n    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)',
    faults: ['roles'],
  },
  {
    name: 'server: revoked sessions go on',
    file: DATABASE,
    find: 'if (session.revoked || session.generation !== request.generation)',
    replace: 'if (session.generation !== request.generation)',
    faults: ['removal'],
  },
  {
    name: 'server: a removal revokes nothing',
    file: DATABASE,
    find: 'tables.sessions.set(id, { ...session, revoked: true });',
    replace: 'tables.sessions.set(id, { ...session });',
    faults: ['removal'],
  },
  {
    name: 'server: a removal moves no lanes',
    file: DATABASE,
    find: '    }\n    moveLanes();\n  }',
    replace: '    }\n  }',
    faults: ['removal', 'malice'],
    calm: true,
  },
  {
    name: 'server: anybody writes in any session',
    file: DATABASE,
    find: 'if (!session || session.userId !== caller.userId)',
    replace: 'if (!session)',
    faults: ['malice'],
  },
  {
    name: 'server: updates may carry any client id',
    file: DATABASE,
    find: "    for (const id of clientIds) if (id !== session.clientId) throw new Refused('update_rejected');\n    const added = takeUpdates",
    replace: '    const added = takeUpdates',
    faults: ['malice'],
  },
  {
    name: 'server: the linter names no client',
    file: LINT,
    find: 'return { ok: true, clients: ',
    replace: 'return { ok: true, clients: new Set<number>() } as Linted;\n    return { ok: true, clients: ',
    faults: ['malice'],
  },
  {
    name: 'server: old schemas may write',
    file: DATABASE,
    find: "    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');\n    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)",
    replace:
      '    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)',
    faults: ['schema'],
  },
  {
    name: 'server: the newest head is not counted up',
    file: DATABASE,
    find: 'const seq = tables.head + added.length + 1;',
    replace: 'const seq = tables.head + 1;',
  },
  {
    name: 'server: acknowledges what it was given',
    file: DATABASE,
    find: 'return { ...place(), acked: lastCounter, epoch: tables.epoch };\n  }\n\n  /** Updates that a silent',
    replace:
      'return { ...place(), acked: request.firstCounter + request.updates.length - 1, epoch: tables.epoch };\n  }\n\n  /** Updates that a silent',
    faults: ['malice'],
  },
  {
    name: 'server: folds overtake each other',
    file: DATABASE,
    find: 'const advanced = tables.snapshotSeq === request.base && request.seq > request.base;',
    replace: 'const advanced = request.seq > request.base;',
    faults: ['folds', 'prune'],
  },
  {
    name: 'server: a fold claims a row that it does not have',
    file: DATABASE,
    find: 'if (advanced) tables.snapshotSeq = request.seq;',
    replace:
      'if (advanced) {\n      tables.snapshotSeq = tables.head;\n      tables.snapshots.set(tables.head, request.bytes);\n    }',
    faults: ['folds'],
  },
  {
    name: 'server: pruning counts days only',
    file: DATABASE,
    find: '(row) => row.seq > secondNewest || row.atMs > young',
    replace: '(row) => row.atMs > young',
    faults: ['prune'],
  },
  {
    name: 'server: pruning forgets where the log starts',
    file: DATABASE,
    find: 'if (keepFrom <= tables.snapshotSeq) tables.logStartSeq',
    replace: 'if (keepFrom < 0) tables.logStartSeq',
    faults: ['prune'],
  },
  {
    name: 'server: versions above the base let pruning go too far',
    file: DATABASE,
    find: '.filter((seq) => seq <= tables.snapshotSeq)',
    replace: '',
    faults: ['folds', 'prune'],
  },
  {
    name: 'server: anybody may speak for who is there',
    file: DATABASE,
    find: "if (!isSilent) throw new Refused('rate_limited');",
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'server: relayed words may carry any client id',
    file: DATABASE,
    find: "    for (const id of clientIds) if (id !== session.clientId) throw new Refused('update_rejected');\n    const fresh",
    replace: '    const fresh',
    faults: ['malice'],
    also: [
      {
        file: DATABASE,
        find: "if (!isSilent) throw new Refused('rate_limited');",
        replace: "if (!isSilent && session.userId !== caller.userId) throw new Refused('rate_limited');",
      },
    ],
  },
  {
    name: 'server: nobody may speak for the removed',
    file: DATABASE,
    find: 'const isSilent = session.revoked || !isEditor ||',
    replace: 'const isSilent =',
    faults: ['removal'],
  },
];
