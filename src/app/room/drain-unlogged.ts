/**
 * Appends peers' live updates to the log on behalf of their authors, whose pages may be gone: local changes of a closed tab
 * can depend on them. Their tags prove the authorship. An update that the log rejects because an earlier one is missing is
 * retried for a day.
 */
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { MAX_UPDATES_PER_APPEND } from '#contract/limits.ts';
import type { DocumentLog, LogFailure } from '#yjs-supabase';
import type { KeptUnlogged } from './kept-update.ts';
import type { LocalCopy } from './local-copy.ts';
import type { SessionLocks } from './session-locks.ts';

export interface UnloggedPorts {
  readonly log: Pick<DocumentLog, 'relay'>;
  readonly copy: Pick<LocalCopy, 'listUnlogged' | 'forgetUnlogged'>;
  readonly locks: Pick<SessionLocks, 'whileClosed'>;
}

export interface UnloggedReport {
  readonly sent: readonly string[];
  /** Why the rest has to wait, or null. */
  readonly later: LogFailure | null;
}

type Group = readonly [KeptUnlogged, ...KeptUnlogged[]];

/** The log will never accept these. A lost right or an outdated app may change, so those are retried. */
const HOPELESS_CODES: ReadonlySet<string> = new Set(['session_invalid', 'generation_mismatch', 'gone']);

export async function drainUnlogged(ports: UnloggedPorts): Promise<UnloggedReport> {
  const sent = new Set<string>();
  let later: LogFailure | null = null;
  const listed = await ports.copy.listUnlogged();
  for (const group of listed.ok ? groupByReceiver(listed.value) : []) {
    const [first] = group;
    const reply = await ports.locks.whileClosed(first.receivedBy, () => relay(group, ports));
    if (reply === null) continue;
    if (reply.ok) {
      sent.add(first.documentId);
      await ports.copy.forgetUnlogged(first, settledUpTo(group, reply.value.acked));
    } else if (reply.failure.kind === 'unreachable') {
      later = reply.failure;
      break;
    } else if (HOPELESS_CODES.has(reply.failure.code))
      await ports.copy.forgetUnlogged(first, Number.MAX_SAFE_INTEGER);
  }
  return { sent: [...sent], later };
}

function relay(group: Group, { log }: UnloggedPorts): ReturnType<DocumentLog['relay']> {
  const [{ documentId, sessionId, generation }] = group;
  return log.relay({
    documentId,
    sessionId,
    generation,
    schema: SCHEMA_MAJOR,
    updates: group
      .slice(0, MAX_UPDATES_PER_APPEND)
      .map(({ counter, tag, bytes }) => ({ counter, tag, bytes })),
  });
}

/** The next update was offered and rejected, so its author did not write it. */
const settledUpTo = (group: Group, acked: number): number =>
  group.some(({ counter }) => counter === acked + 1) ? acked + 1 : acked;

/** One group per peer session and the local session that received it. */
function groupByReceiver(unlogged: readonly KeptUnlogged[]): readonly Group[] {
  const groups = new Map<string, [KeptUnlogged, ...KeptUnlogged[]]>();
  for (const each of unlogged.toSorted((a, b) => a.counter - b.counter)) {
    const name = `${each.documentId}/${each.generation}/${each.sessionId}/${each.receivedBy}`;
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}
