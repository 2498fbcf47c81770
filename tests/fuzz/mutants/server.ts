/** Possible mistakes of the server: in the model of the SQL, and in the code shared by the functions. */
import type { Mutant } from './mutant.ts';

const DATABASE = 'tests/fuzz/model/database.ts';
const LINT = 'supabase/functions/_shared/contract/lint-update.ts';

export const SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'server: a counter is logged twice',
    file: DATABASE,
    find: 'if (counter < expected && !session.passedOver.includes(counter)) {',
    replace: 'if (counter < expected - 1e9) {',
    faults: ['functions'],
  },
  {
    name: 'server: an append continues after a hole',
    file: DATABASE,
    find: 'if (counter > expected) break;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'server: one counter is accepted with two contents',
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
    name: 'server: revoked sessions may append',
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
  },
  {
    name: 'server: any editor may append to any session',
    file: DATABASE,
    find: 'if (!session || session.userId !== caller.userId)',
    replace: 'if (!session)',
    faults: ['malice'],
  },
  {
    name: 'server: updates may carry any client id',
    file: DATABASE,
    find: "    for (const each of writes)\n      if (each && each.client !== session.clientId) throw new Refused('update_rejected');",
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'server: the linter returns no client',
    file: LINT,
    find: '{ ok: true, written, structs, typed, deleted, places, waiting }',
    replace: '{ ok: true, written: [], structs, typed, deleted, places, waiting }',
    faults: ['malice'],
  },
  {
    name: 'server: old schemas may append',
    file: DATABASE,
    find: "    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');\n    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)",
    replace:
      '    const session = tables.sessions.get(request.sessionId);\n    if (!session || session.userId !== caller.userId)',
    faults: ['schema'],
  },
  {
    name: 'server: the head is not raised',
    file: DATABASE,
    find: 'const seq = (before?.seq ?? tables.head) + 1;',
    replace: 'const seq = tables.head + 1;',
  },
  {
    name: 'server: acknowledges more than it has logged',
    file: DATABASE,
    find: 'acked: ackedUpTo(after.session), epoch: tables.epoch };',
    replace: 'acked: ackedUpTo(after.session) + 1, epoch: tables.epoch };',
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
    name: 'server: pruning checks the age only',
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
    faults: ['prune', 'folds', 'partition'],
  },
  {
    name: 'server: versions above the base let pruning go too far',
    file: DATABASE,
    find: '.filter((seq) => seq <= tables.snapshotSeq)',
    replace: '',
    faults: ['folds', 'folds', 'folds', 'prune', 'prune', 'prune'],
  },
  {
    name: 'server: a relayed tag is not verified',
    file: DATABASE,
    find: 'if (!isTag(tag, { sessionId, counter, bytes })) continue;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'server: a relayed tag is valid for any counter',
    file: 'tests/support/make-tag.ts',
    find: 'const isTag = (tag: Uint8Array, said: Said): boolean =>',
    replace:
      'const isTag = (tag: Uint8Array, said: Said): boolean =>\n  [0, 1, 2, 3, 4, 5, 6, 7, 8].some((less) => Buffer.from(tag).equals(Buffer.from(makeTag({ ...said, counter: Math.max(0, said.counter - less) })))) ||',
    faults: ['malice'],
  },
  {
    name: 'server: updates of removed members cannot be relayed',
    file: DATABASE,
    find: 'if (!mayWrite && !couldWrite)',
    replace: 'if (!mayWrite)',
    faults: ['removal'],
  },
  {
    name: 'server: a missing counter blocks later updates',
    file: DATABASE,
    find: 'session.passedOver.length > MAX_PASSED_OVER',
    replace: 'session.passedOver.length > 0',
    faults: ['lossy', 'crash', 'removal'],
  },
  {
    name: 'server: relayed updates have no clock',
    file: DATABASE,
    find: 'session = goOn(session, counter, write);\n    }\n    if (added',
    replace: 'session = goOn(session, counter, null);\n    }\n    if (added',
    faults: ['hang'],
  },
];
