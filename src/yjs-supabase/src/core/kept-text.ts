/** Opening a document from a text that the host kept, and when the document may be kept (PROTOCOL.md, S32). */
import type { TextPlace } from './events.ts';
import { change, type CoreState, type Turn } from './state.ts';

/** Only before the first contact: later the document is newer than what was kept. */
export const mayShowKept = ({ pulling, generation, running, ended }: CoreState): boolean =>
  !running && !pulling.loaded && generation === null && ended === null;

/** The document has the log up to `place.seq`; the role is a hint until the server names it. */
export function takeKept(turn: Turn, place: TextPlace, hasUnlogged: boolean): void {
  if (!mayShowKept(turn.state)) return;
  const { seq, chain, generation, role, mayEdit } = place;
  change(turn, {
    generation,
    role,
    mayEdit,
    pulling: { ...turn.state.pulling, loaded: true, applied: seq, chain, head: seq, hasUnlogged },
  });
}

export function takeKeptLogged(turn: Turn): void {
  change(turn, { pulling: { ...turn.state.pulling, hasUnlogged: false } });
}

/** Null unless the document is exactly the log up to a seq, as far as this client knows. */
export function placeOf({
  pulling,
  outbox,
  relaying,
  generation,
  role,
  mayEdit,
  ended,
}: CoreState): TextPlace | null {
  const { applied, chain, head, loaded, pending, hasUnlogged, pulledAtMs, reread } = pulling;
  const isWhole =
    loaded && pulledAtMs !== null && applied > 0 && applied >= head && !pending && reread !== 'running';
  const isLogged = outbox.items.length === 0 && relaying.count === 0 && !hasUnlogged;
  if (!isWhole || !isLogged || chain === null || generation === null || role === null || ended !== null)
    return null;
  return { generation, seq: applied, chain, role, mayEdit };
}
