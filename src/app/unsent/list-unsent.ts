/** Lists the changes and comments on this device that the server does not have, for display. Pure. */
import { bodyText } from '#contract/comments/body-text.ts';
import type { KeptElsewhere } from '../room/comments/kept-comments.ts';
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

/** A comment that waits for its document to be opened, or that was refused. */
export interface UnsentComment {
  readonly kept: KeptElsewhere;
  readonly documentId: string;
  readonly title: string;
  readonly at: Date;
  readonly text: string;
  readonly state: 'waiting' | 'refused';
}

export type Unsent = UnsentEdits | UnsentComment;

export const isComment = (entry: Unsent): entry is UnsentComment => 'kept' in entry;

/** Newer changes are still being sent and not listed. */
const FRESH_MS = 10_000;

/** One entry for each comment, and for each document and state of edits. Newest first. */
export function listUnsent(
  rows: readonly KeptUpdate[],
  comments: readonly KeptElsewhere[],
  openSessions: ReadonlySet<string>,
  nowMs: number,
): readonly Unsent[] {
  const entries = new Map<string, UnsentEdits>();
  for (const session of groupBySession(rows)) {
    const entry = entryOf(session, openSessions);
    if (entry.state !== 'refused' && isNewerThan(FRESH_MS, session[0].atMs, nowMs)) continue;
    const key = `${entry.documentId} ${entry.state} ${entry.reason}`;
    const known = entries.get(key);
    entries.set(key, known ? join(known, entry) : entry);
  }
  const shown = comments.filter((kept) => kept.refused !== null || !isNewerThan(FRESH_MS, kept.atMs, nowMs));
  return [...entries.values(), ...shown.map(entryOfComment)].toSorted(
    (a, b) => b.at.getTime() - a.at.getTime(),
  );
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

const entryOfComment = (kept: KeptElsewhere): UnsentComment => ({
  kept,
  documentId: kept.documentId,
  title: kept.title,
  at: new Date(kept.atMs),
  text: bodyText(kept.body, '\n'),
  state: kept.refused === null ? 'waiting' : 'refused',
});

const reasonOf = (code: string): Reason => (REASONS as Record<string, Reason>)[code] ?? 'rejected';

/** Merges two entries; sessions are processed oldest first. */
function join(older: UnsentEdits, newer: UnsentEdits): UnsentEdits {
  return {
    ...newer,
    text: [older.text, newer.text].filter((text) => text !== '').join('\n'),
    sessions: [...older.sessions, ...newer.sessions],
  };
}
