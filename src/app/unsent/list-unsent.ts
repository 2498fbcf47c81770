/** What is on this device and not in the log, as people are shown it. Pure. */
import { groupBySession, isNewerThan, type KeptUpdate, type SessionKey } from '../room/kept-update.ts';
import { readWords } from '../room/read-words.ts';

/** Why the server will not take them. */
export const REASONS = {
  forbidden: 'noAccess',
  session_invalid: 'revoked',
  not_found: 'gone',
  gone: 'gone',
  generation_mismatch: 'rebuilt',
  too_large: 'tooLarge',
  document_full: 'documentFull',
  upgrade_required: 'outdated',
  incomplete: 'incomplete',
  displaced: 'displaced',
} as const;

export type Reason = (typeof REASONS)[keyof typeof REASONS] | 'rejected';

export interface UnsentEdits {
  readonly documentId: string;
  readonly title: string;
  /** Of the newest of them. */
  readonly at: Date;
  readonly words: string;
  /** `open`: a tab is open that sends them itself. */
  readonly state: 'open' | 'waiting' | 'refused';
  /** Only when refused. */
  readonly reason: Reason | null;
  readonly sessions: readonly SessionKey[];
}

/** What was typed just now is on its way and worth no mention. */
const FRESH_MS = 10_000;

/** One entry for each document and state, the newest first. */
export function listUnsent(
  rows: readonly KeptUpdate[],
  openSessions: ReadonlySet<string>,
  nowMs: number,
): readonly UnsentEdits[] {
  const entries = new Map<string, UnsentEdits>();
  for (const session of groupBySession(rows)) {
    const entry = entryOf(session, openSessions);
    if (entry.state !== 'refused' && isNewerThan(FRESH_MS, session[0].atMs, nowMs)) continue;
    const key = `${entry.documentId} ${entry.state} ${entry.reason}`;
    const known = entries.get(key);
    entries.set(key, known ? join(known, entry) : entry);
  }
  return [...entries.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function entryOf(
  session: readonly [KeptUpdate, ...KeptUpdate[]],
  openSessions: ReadonlySet<string>,
): UnsentEdits {
  const [first] = session;
  const newest = session.at(-1) ?? first;
  const { documentId, generation, sessionId, refused } = first;
  const isOpen = openSessions.has(sessionId);
  const waiting = isOpen ? 'open' : 'waiting';
  return {
    documentId,
    title: newest.documentTitle,
    at: new Date(newest.atMs),
    words: first.displaced ?? readWords(session.map((row) => row.bytes)),
    state: refused === undefined ? waiting : 'refused',
    reason: refused === undefined ? null : reasonOf(refused),
    sessions: [{ documentId, generation, sessionId }],
  };
}

const reasonOf = (code: string): Reason => (REASONS as Record<string, Reason>)[code] ?? 'rejected';

/** Sessions come with the oldest first. */
function join(older: UnsentEdits, newer: UnsentEdits): UnsentEdits {
  return {
    ...newer,
    words: [older.words, newer.words].filter((words) => words !== '').join('\n'),
    sessions: [...older.sessions, ...newer.sessions],
  };
}
