/**
 * Appends the updates of closed tabs to the log under their old editing sessions, oldest first; duplicates are harmless.
 * An old session is only drained: it never gets new updates.
 */
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { MAX_APPEND_BYTES, MAX_HEADER_BYTES, MAX_UPDATES_PER_APPEND } from '#contract/limits.ts';
import type { DocumentLog, LogFailure } from '#yjs-supabase';
import type { DrainEffect } from './drain-effect.ts';
import { drainUnlogged } from './drain-unlogged.ts';
import { groupBySession, type KeptUpdate, type Rows, type SessionKey } from './kept-update.ts';
import type { LocalCopy } from './local-copy.ts';
import type { SessionLocks } from './session-locks.ts';

export interface DrainPorts {
  readonly log: Pick<DocumentLog, 'openSession' | 'append' | 'load' | 'relay'>;
  readonly copy: Pick<
    LocalCopy,
    'listUnsent' | 'acknowledge' | 'recall' | 'refuse' | 'listUnlogged' | 'forgetUnlogged'
  >;
  readonly locks: Pick<SessionLocks, 'whileClosed'>;
}

export interface DrainReport {
  /** Documents whose log has grown. */
  readonly sent: readonly string[];
  /** Sessions that the server rejected. */
  readonly refused: number;
  /** Sessions open in a tab, which sends their updates itself. */
  readonly open: number;
  /** Why the rest has to wait, or null. */
  readonly later: LogFailure | null;
}

/** Not a contract code: an earlier update was never stored, so the log cannot accept the rest. */
export const INCOMPLETE = 'incomplete';

/** Not a contract code: the log has the updates, but part of their text has no place in the document. */
export const DISPLACED = 'displaced';

/** Transient codes; every other refusal is final. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'unauthenticated',
  'rate_limited',
  'internal',
  'unavailable',
  'restore_in_progress',
]);

/** `again`: selects rejected sessions to retry. */
export async function drainOutbox(
  ports: DrainPorts,
  again: (row: KeptUpdate) => boolean = () => false,
): Promise<DrainReport> {
  const unlogged = await drainUnlogged(ports);
  const sent = new Set(unlogged.sent);
  let [refused, open] = [0, 0];
  let { later } = unlogged;
  if (later !== null) return { sent: [...sent], refused, open, later };
  for (const rows of groupBySession(await listUnsent(ports))) {
    const session = rows[0];
    if (session.refused !== undefined && !isNewerThanRefusal(session) && !again(session)) {
      refused += 1;
      continue;
    }
    const outcome = await ports.locks.whileClosed(session.sessionId, () => drainClosed(session, ports));
    if (outcome === null) open += 1;
    else if (outcome.kind === 'refused') refused += 1;
    else if (outcome.kind === 'sent') sent.add(session.documentId);
    else {
      later = outcome.failure;
      if (concernsAll(later)) break;
    }
  }
  return { sent: [...sent], refused, open, later };
}

/** The refusal was for an older version of the app. */
const isNewerThanRefusal = ({ refused, schema }: KeptUpdate): boolean =>
  refused === 'upgrade_required' && schema < SCHEMA_MAJOR;

/** Failures that would repeat for the next session. */
const concernsAll = (failure: LogFailure): boolean =>
  failure.kind === 'unreachable' || ['unauthenticated', 'rate_limited', 'unavailable'].includes(failure.code);

async function listUnsent({ copy }: DrainPorts): Promise<readonly KeptUpdate[]> {
  const listed = await copy.listUnsent();
  return listed.ok ? listed.value : [];
}

type SessionOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'later'; readonly failure: LogFailure };

/** Reads the rows again: the tab may have written until the moment it closed. */
async function drainClosed(session: SessionKey, ports: DrainPorts): Promise<SessionOutcome> {
  const own = (await listUnsent(ports)).filter((row) => row.sessionId === session.sessionId);
  const rows = groupBySession(own)[0];
  if (!rows) return { kind: 'sent' };
  const failure = await sendSession(rows, ports);
  if (failure === null) return { kind: 'sent' };
  if (failure.kind === 'unreachable' || PASSING_CODES.has(failure.code)) return { kind: 'later', failure };
  await ports.copy.refuse(session, failure.code);
  return { kind: 'refused' };
}

/** Null when the log has everything. */
async function sendSession(rows: Rows, ports: DrainPorts): Promise<LogFailure | null> {
  const [first] = rows;
  const last = rows.at(-1) ?? first;
  // Needs Yjs, which most visits to the list do not load.
  const part = await import('./drain-effect.ts').catch(() => null);
  if (part === null) return { kind: 'unreachable' };
  const effect = await part.readDrainEffect(rows, ports.log);
  if (!effect.ok) return effect.failure;
  const { title, displaced, repair } = effect.value;
  let known = rows as readonly KeptUpdate[];
  const tried = new Set<number>();
  let acked = first.counter - 1;
  while (acked < last.counter) {
    const batch = takeBatch(known, acked + 1);
    // No progress since the last reply: the next update was never stored or is no longer available.
    if (batch.length === 0 || tried.has(acked)) return { kind: 'refused', code: INCOMPLETE };
    tried.add(acked);
    const reply = await appendRows(batch, title, ports.log);
    if (!reply.ok) return reply.failure;
    const after = acked;
    acked = reply.value.acked;
    if (acked < after) known = await recall(first, acked, ports);
    else await ports.copy.acknowledge(known.filter(({ counter }) => counter > after && counter <= acked));
  }
  const isRepaired = repair !== null && (await sendRepair(repair, first, ports.log));
  const left = isRepaired ? repair.displaced : displaced;
  if (left !== '') {
    await ports.copy.recall(first, first.counter - 1);
    await ports.copy.refuse(first, DISPLACED, left);
  }
  return null;
}

/** Appends under a new session: old sessions get no new updates. False if text is still displaced. */
async function sendRepair(
  { sessionId, clientId, update }: NonNullable<DrainEffect['repair']>,
  closed: KeptUpdate,
  log: Pick<DocumentLog, 'openSession' | 'append'>,
): Promise<boolean> {
  const row = { ...closed, sessionId, clientId, counter: 1, bytes: update, heirs: '' };
  return (await appendRows([row], null, log)).ok;
}

/** Sends acknowledged updates again: the log was set back and lacks them. */
async function recall(session: SessionKey, after: number, ports: DrainPorts): Promise<readonly KeptUpdate[]> {
  await ports.copy.recall(session, after);
  return (await listUnsent(ports)).filter((row) => row.sessionId === session.sessionId);
}

/** Consecutive rows from a counter on, within the limits of one request. */
export function takeBatch(rows: readonly KeptUpdate[], from: number): readonly KeptUpdate[] {
  const batch: KeptUpdate[] = [];
  let [bytes, heirs] = [0, 0];
  for (const row of rows.toSorted((a, b) => a.counter - b.counter)) {
    if (row.counter < from) continue;
    bytes += row.bytes.length;
    heirs += row.heirs?.length ?? 0;
    const isOver = bytes > MAX_APPEND_BYTES || heirs > MAX_HEADER_BYTES / 2;
    const isFull = batch.length > 0 && (batch.length >= MAX_UPDATES_PER_APPEND || isOver);
    if (isFull || row.counter !== from + batch.length) break;
    batch.push(row);
  }
  return batch;
}

/** Appends in one request. If the session is unknown to the server, opens it under its old id first. */
export async function appendRows(
  batch: readonly KeptUpdate[],
  title: string | null,
  log: Pick<DocumentLog, 'openSession' | 'append'>,
): Promise<Awaited<ReturnType<DocumentLog['append']>>> {
  const [first] = batch as Rows;
  const { documentId, sessionId, generation, clientId } = first;
  // This app can send updates of an older build, but not those of a newer one.
  const schema = Math.max(first.schema, SCHEMA_MAJOR);
  const request = {
    documentId,
    sessionId,
    generation,
    schema,
    firstCounter: first.counter,
    updates: batch.map((row) => row.bytes),
    ...(title === null ? {} : { title }),
    ...(batch.some(({ heirs = '' }) => heirs !== '') ? { heirs: batch.map(({ heirs = '' }) => heirs) } : {}),
  };
  const reply = await log.append(request);
  if (reply.ok || reply.failure.kind === 'unreachable' || reply.failure.code !== 'session_invalid')
    return reply;
  // The page may have died before its session was opened, or the log was set back behind that.
  const opened = await log.openSession({ documentId, sessionId, clientId, schema });
  return opened.ok ? log.append(request) : opened;
}
