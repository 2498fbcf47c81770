/** Lists the changes on this device that are not in the log, for display. Pure. */
import { groupBySession, isNewerThan, type KeptUpdate, type SessionKey } from '../room/kept-update.ts';
import { readInsertedText } from '../room/read-inserted-text.ts';

/** Why the server rejects them. */
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
  /** Time of the newest change. */
  readonly at: Date;
  readonly text: string;
  /** `open`: an open tab sends them. */
  readonly state: 'open' | 'waiting' | 'refused';
  /** Only if refused. */
  readonly reason: Reason | null;
  readonly sessions: readonly SessionKey[];
}

/** Newer changes are still being sent and not listed. */
const FRESH_MS = 10_000;

/** One entry per document and state, newest first. */
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
    text: first.displaced ?? readInsertedText(session.map((row) => row.bytes)),
    state: refused === undefined ? waiting : 'refused',
    reason: refused === undefined ? null : reasonOf(refused),
    sessions: [{ documentId, generation, sessionId }],
  };
}

const reasonOf = (code: string): Reason => (REASONS as Record<string, Reason>)[code] ?? 'rejected';

/** Merges two entries; sessions are processed oldest first. */
function join(older: UnsentEdits, newer: UnsentEdits): UnsentEdits {
  return {
    ...newer,
    text: [older.text, newer.text].filter((text) => text !== '').join('\n'),
    sessions: [...older.sessions, ...newer.sessions],
  };
}
