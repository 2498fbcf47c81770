/**
 * Present peers whose line has probably failed (PROTOCOL.md, A10). Realtime takes a minute to notice that. A peer that works
 * sends nothing for hours, but it polls the log, which names the sessions that no longer do.
 */
import type { PresentEntry, RosterEntry } from '../ports/document-log.ts';
import { change, type People, type Turn } from './state.ts';

/** As long as the log waits before it names a session. */
const HEARD_FOR_MS = 20_000;

/** The log names the sessions that have not polled. A frame that arrived since then proves that the line works. */
export function learnSilent(turn: Turn, named: readonly string[]): void {
  const { lastFrameAtMs, silent: before } = turn.state.people;
  const { nowMs } = turn.moment;
  const silent = named.filter((id) => nowMs - (lastFrameAtMs[id] ?? -Infinity) >= HEARD_FOR_MS);
  if (silent.length === before.length && silent.every((id) => before.includes(id))) return;
  setSilent(turn, silent);
}

/** A sign of life of these sessions. */
export function noteHeard(turn: Turn, sessions: readonly string[]): void {
  const { silent } = turn.state.people;
  if (sessions.some((id) => silent.includes(id)))
    setSilent(
      turn,
      silent.filter((id) => !sessions.includes(id)),
    );
}

function setSilent(turn: Turn, silent: readonly string[]): void {
  change(turn, { people: { ...turn.state.people, silent } });
  turn.effects.push({ kind: 'name-cursors', roster: listNamed(turn.state.people) });
}

/** The roster, with the silent sessions marked. */
export const listNamed = (people: People): readonly PresentEntry[] =>
  Object.keys(people.roster).flatMap((sessionId) => entryOf(people, sessionId) ?? []);

export function entryOf({ roster, silent }: People, sessionId: string): PresentEntry | undefined {
  const entry = roster[sessionId];
  return entry && silent.includes(sessionId) ? markSilent(entry) : entry;
}

/** The same object for the same entry, so that lists can be compared. */
const marked = new WeakMap<RosterEntry, PresentEntry>();

function markSilent(entry: RosterEntry): PresentEntry {
  const known = marked.get(entry) ?? { ...entry, isSilent: true };
  marked.set(entry, known);
  return known;
}
