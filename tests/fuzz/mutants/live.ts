import type { Mutant } from './mutant.ts';

const CORE = 'src/yjs-supabase/src/core';

/** Mistakes in lanes, epochs, endings and frames of peers. */
export const LIVE: readonly Mutant[] = [
  {
    name: 'lanes that closed stay closed',
    file: `${CORE}/joining.ts`,
    find: "  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs });",
    replace: '',
    faults: ['rate limit'],
  },
  {
    name: 'no session is announced',
    file: `${CORE}/announcing.ts`,
    find: "  turn.effects.push({ kind: 'announce' });",
    replace: '',
  },
  {
    name: 'a join without a reply never times out',
    file: `${CORE}/joining.ts`,
    find: "  turn.effects.push({ kind: 'start-timer', name: 'join-timeout', delayMs: settings.joinTimeoutMs });",
    replace: '  if (settings.joinTimeoutMs < 0) return;',
    faults: ['partition'],
  },
  {
    name: 'a newer epoch is ignored',
    file: `${CORE}/joining.ts`,
    find: 'if (lanes.epoch !== null && epoch <= lanes.epoch) return;',
    replace: 'if (lanes.epoch !== null) return;',
    faults: ['removal'],
  },
  {
    name: 'a removed member keeps sending requests',
    file: `${CORE}/reachability.ts`,
    find: "const ENDING_CODES = new Set(['forbidden', ",
    replace: 'const ENDING_CODES = new Set([',
    faults: ['removal'],
  },
  {
    name: 'an ended page stays on the lanes',
    file: `${CORE}/reachability.ts`,
    find: "  turn.effects.push({ kind: 'leave' });",
    replace: '',
    faults: ['schema'],
  },
  {
    name: 'update frames count on every lane',
    file: `${CORE}/core.ts`,
    find: "if (event.lane === 'upd' && frame.kind === 'update')",
    replace: "if (frame.kind === 'update')",
    faults: ['malice'],
  },
  {
    name: 'a live update may contain structs of any client',
    file: 'src/yjs-supabase/src/doc/admit.ts',
    find: 'writer === null || structs.every(',
    replace: 'writer !== 0 || structs.every(',
    faults: ['malice'],
  },
  {
    name: 'updates of unknown sessions are applied',
    file: `${CORE}/receiving.ts`,
    find: 'if (!shown) return wantPull(turn, HINT_DELAY_MS);',
    replace:
      "if (!shown) {\n    turn.effects.push({ kind: 'apply', updates: [{ bytes: frame.bytes, source: 'live', clientId: null }] });\n    return;\n  }",
    faults: ['malice'],
  },
  {
    name: 'live frames need no proof',
    file: `${CORE}/people.ts`,
    find: 'return key && isProven(key, frame) ?',
    replace: 'return isProven !== null && key ?',
    faults: ['malice'],
  },
  {
    name: 'a proof is valid for any payload',
    file: 'src/yjs-supabase/src/protocol/proof.ts',
    find: 'const hash = hashRest(ZEROS, bytes);',
    replace: 'const hash = hashRest(ZEROS, bytes.subarray(bytes.length));',
    faults: ['malice'],
  },
  {
    name: 'frames of every version are accepted',
    file: 'src/yjs-supabase/src/protocol/frame.ts',
    find: ' || bytes[0] !== WIRE_VERSION) return null;',
    replace: ') return null;',
    faults: ['malice'],
  },
  {
    name: 'broken frames throw',
    file: 'src/yjs-supabase/src/protocol/frame.ts',
    find: 'if (error instanceof Error) return null;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'undecodable updates throw',
    file: 'src/yjs-supabase/src/doc/admit.ts',
    find: 'if (error instanceof Error) return false;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'a cursor frame may set its name',
    file: 'src/yjs-supabase/src/doc/cursors.ts',
    find: 'return isPosition(anchor) && isPosition(head) ? { anchor, head } : undefined;',
    replace:
      'return isPosition(anchor) && isPosition(head) ? (cursor as { anchor: object; head: object }) : undefined;',
    also: [
      {
        file: 'src/yjs-supabase/src/doc/cursors.ts',
        find: 'JSON.stringify({ cursor, user: userOf(peer.entry) })',
        replace: 'JSON.stringify({ cursor, user: userOf(peer.entry), ...cursor })',
      },
    ],
    faults: ['malice'],
  },
  {
    name: 'a cursor may be any object',
    file: 'src/yjs-supabase/src/doc/cursors.ts',
    find: 'return isPosition(anchor) && isPosition(head) ? { anchor, head } : undefined;',
    replace: 'return { anchor: anchor as object, head: head as object };',
    faults: ['malice'],
  },
];
