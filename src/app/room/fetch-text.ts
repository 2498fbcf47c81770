/** Reads a document for keeping it on this device, without opening it. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { SCHEMA_MAJOR, TITLE_ROOT } from '#contract/document-schema.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import type { DocumentLog, LoadedLog } from '#yjs-supabase';
import type { StoredText } from './texts-database.ts';

/** `refused`: the server does not let this user read it. `failed`: no document can be read now. */
export type Fetched = StoredText | 'refused' | 'unusable' | 'failed';

const REFUSALS: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'gone']);

export async function fetchText(documentId: string, log: Pick<DocumentLog, 'load'>): Promise<Fetched> {
  const loaded = await log.load({ documentId, after: null });
  if (!loaded.ok)
    return loaded.failure.kind === 'refused' && REFUSALS.has(loaded.failure.code) ? 'refused' : 'failed';
  const { generation, head, chain, role, mayEdit, schema } = loaded.value;
  const state = schema > SCHEMA_MAJOR ? null : stateOf(loaded.value);
  if (state === null) return 'unusable';
  return { documentId, schema: SCHEMA_MAJOR, generation, seq: head, chain, role, mayEdit, state };
}

/** Null if an open page would not show exactly this. */
function stateOf({ head, snapshot, rows }: LoadedLog): Uint8Array | null {
  const isWhole = head > 0 && (snapshot?.seq ?? 0) + rows.length === head;
  if (!isWhole) return null;
  const gate = createUpdateGate();
  const isGood = (bytes: Uint8Array, source: 'snapshot' | 'log'): boolean => {
    const verdict = gate.judge(bytes, source);
    return verdict.kind === 'good' && verdict.banned.length === 0;
  };
  if (snapshot && !isGood(snapshot.bytes, 'snapshot')) return null;
  if (!rows.every(({ bytes }) => isGood(bytes, 'log'))) return null;
  const doc = new Y.Doc();
  doc.getText(TITLE_ROOT);
  applyUpdates(doc, [...(snapshot ? [snapshot.bytes] : []), ...rows.map(({ bytes }) => bytes)]);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return state;
}
