/**
 * What others said live, and own words of a closed tab may rest on, goes into the log for its authors, who may not be
 * able to bring it any more. Their tags prove it; what the log does not take for want of what comes before is tried again
 * for a day.
 */
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { MAX_UPDATES_PER_APPEND } from '#contract/limits.ts';
import type { DocumentLog, LogFailure } from '../../yjs-supabase/index.ts';
import type { KeptHeard } from './kept-update.ts';
import type { LocalCopy } from './local-copy.ts';
import type { SessionLocks } from './session-locks.ts';

export interface HeardPorts {
  readonly log: Pick<DocumentLog, 'relay'>;
  readonly copy: Pick<LocalCopy, 'listHeard' | 'forgetHeard'>;
  readonly locks: Pick<SessionLocks, 'whileClosed'>;
}

export interface HeardReport {
  readonly sent: readonly string[];
  /** Why the rest has to wait; null when nothing does. */
  readonly later: LogFailure | null;
}

type Group = readonly [KeptHeard, ...KeptHeard[]];

/** Nobody will ever take it, nor does anybody miss it. A lost right or an old app may be another one tomorrow. */
const HOPELESS_CODES: ReadonlySet<string> = new Set(['session_invalid', 'generation_mismatch', 'gone']);

export async function drainHeard(ports: HeardPorts): Promise<HeardReport> {
  const sent = new Set<string>();
  let later: LogFailure | null = null;
  const listed = await ports.copy.listHeard();
  for (const group of listed.ok ? groupByHearing(listed.value) : []) {
    const [first] = group;
    const reply = await ports.locks.whileClosed(first.heardBy, () => relay(group, ports));
    if (reply === null) continue;
    if (reply.ok) {
      sent.add(first.documentId);
      await ports.copy.forgetHeard(first, settledUpTo(group, reply.value.acked));
    } else if (reply.failure.kind === 'unreachable') {
      later = reply.failure;
      break;
    } else if (HOPELESS_CODES.has(reply.failure.code))
      await ports.copy.forgetHeard(first, Number.MAX_SAFE_INTEGER);
  }
  return { sent: [...sent], later };
}

function relay(group: Group, { log }: HeardPorts): ReturnType<DocumentLog['relay']> {
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

/** The next one was offered and not taken: it is not the author's. */
const settledUpTo = (group: Group, acked: number): number =>
  group.some(({ counter }) => counter === acked + 1) ? acked + 1 : acked;

/** One group for each session that was heard by one of ours. */
function groupByHearing(heard: readonly KeptHeard[]): readonly Group[] {
  const groups = new Map<string, [KeptHeard, ...KeptHeard[]]>();
  for (const each of heard.toSorted((a, b) => a.counter - b.counter)) {
    const name = `${each.documentId}/${each.generation}/${each.sessionId}/${each.heardBy}`;
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}
