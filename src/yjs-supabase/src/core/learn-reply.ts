/** The facts that every reply carries (role, generation, epoch), and acknowledgements of local updates. */
import type { LogFacts } from '../ports/document-log.ts';
import { end, noteContact } from './reachability.ts';
import { learnEpoch } from './joining.ts';
import { holdBackAll, settle } from './outbox.ts';
import { change, type Turn } from './state.ts';

/** False when the reply ends the document for this client. */
export function learnFacts(turn: Turn, reply: LogFacts): boolean {
  noteContact(turn);
  const { generation } = turn.state;
  if (generation !== null && generation !== reply.generation) {
    end(turn, 'generation_mismatch');
    return false;
  }
  change(turn, { generation: reply.generation });
  learnRole(turn, reply);
  learnEpoch(turn, reply.epoch);
  hurryAppend(turn);
  return true;
}

function learnRole(turn: Turn, { role, mayEdit }: LogFacts): void {
  const { saving, outbox } = turn.state;
  // An editor binding changes the document before the role is known. A viewer's must not be sent.
  const neverEdited = turn.state.role === null && !mayEdit;
  if (neverEdited) change(turn, { outbox: holdBackAll(outbox) });
  // The role may have been lost and regained between two replies.
  const refused = mayEdit && saving.refused === 'forbidden' ? null : saving.refused;
  change(turn, { role, mayEdit, saving: { ...saving, refused } });
}

/** The log has the local updates up to `acked`, according to a reply or to rows that were read. */
export function acknowledge(turn: Turn, acked: number): void {
  if (acked <= turn.state.outbox.acked) return;
  change(turn, { outbox: settle(turn.state.outbox, acked) });
  turn.effects.push({ kind: 'forget', upTo: acked });
}

/** The server replies again, or the role permits editing again: run a delayed append soon. */
function hurryAppend(turn: Turn): void {
  const { saving, outbox, mayEdit } = turn.state;
  const isWaiting = saving.failures > 0 || (saving.due && mayEdit);
  if (!isWaiting || saving.request || saving.refused !== null || outbox.items.length === 0) return;
  change(turn, { saving: { ...saving, failures: 0 } });
  turn.effects.push({ kind: 'start-timer', name: 'append', delayMs: turn.moment.chance * 500 });
}
