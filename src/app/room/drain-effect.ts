/**
 * Computes the effect of a closed tab's updates on a document that others have changed since. The effect is a new title, and
 * displaced text, whose paragraph has been deleted. An open tab moves such text to its new place (follow-text). For a closed
 * tab it is moved here, if the log still has the rows that changed the paragraph. The rest stays on the device and is listed.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { cutText } from '#contract/cut-text.ts';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import type { DocumentLog, LogFailure, LogRow } from '#yjs-supabase';
import { newId } from '../data/new-id.ts';
import { followClosed, type Repair } from './follow/follow-closed.ts';
import type { KeptUpdate } from './kept-update.ts';
import { readTitle } from '#contract/text/read-title.ts';
import { readInsertedText } from './read-inserted-text.ts';

export interface DrainEffect {
  /** Null if unchanged. */
  readonly title: string | null;
  /** Text that has no place; empty if there is none. */
  readonly displaced: string;
  /** An update by a new client that moves text to its place, and the text still displaced after it. Null if it moves none. */
  readonly repair:
    | (Pick<Repair, 'clientId' | 'update'> & { readonly sessionId: string; readonly displaced: string })
    | null;
}

type Outcome =
  | { readonly ok: true; readonly value: DrainEffect }
  | { readonly ok: false; readonly failure: LogFailure };

export async function readDrainEffect(
  rows: readonly [KeptUpdate, ...KeptUpdate[]],
  log: Pick<DocumentLog, 'load'>,
): Promise<Outcome> {
  const [{ documentId, clientId }] = rows;
  const loaded = await log.load({ documentId, after: null });
  if (!loaded.ok) return loaded;
  const { snapshot, rows: logged } = loaded.value;
  const own = rows.map(({ bytes }) => bytes);
  const before = snapshot ? [snapshot.bytes] : [];
  const doc = new Y.Doc();
  try {
    applyUpdates(doc, [...before, ...logged.map((row) => row.bytes)]);
    const known = Y.getState(doc.store, clientId);
    applyUpdates(doc, [Y.mergeUpdates(own)]);
    // Text that the log already has was visible, so its deletion was deliberate.
    const isDisplaced = (client: number, clock: number): boolean =>
      clock >= (client === clientId ? known : 0) && isDeleted(doc, client, clock);
    const displaced = readInsertedText(own, isDisplaced);
    const isOwn = ({ sessionId }: LogRow): boolean => sessionId === rows[0].sessionId;
    const repair =
      displaced === ''
        ? null
        : followClosed({ clientId, before, rows: logged.map((row) => ({ ...row, isOwn: isOwn(row) })), own });
    const isLeft = (client: number, clock: number): boolean =>
      isDisplaced(client, clock) && !repair?.moved.has(clock);
    const changesTitle = rows.some((row) => row.changesTitle);
    return {
      ok: true,
      value: {
        title: changesTitle ? titleOf(doc) : null,
        displaced,
        repair: repair && {
          ...repair,
          sessionId: newId(),
          displaced: readInsertedText(own, isLeft),
        },
      },
    };
  } catch (error) {
    // lib0's decoder throws plain errors on malformed updates.
    if (!(error instanceof Error)) throw error;
    return { ok: false, failure: { kind: 'refused', code: 'update_rejected' } };
  }
}

/** False for pending structs: their place is not known yet. */
function isDeleted(doc: Y.Doc, client: number, clock: number): boolean {
  const structs = doc.store.clients.get(client) ?? [];
  if (clock >= Y.getState(doc.store, client)) return false;
  return structs[Y.findIndexSS(structs, clock)]?.deleted ?? false;
}

const titleOf = (doc: Y.Doc): string => cutText(readTitle(doc), MAX_TITLE_CHARS);
