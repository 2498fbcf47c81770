/**
 * What the updates of a closed tab will do to a document that others have changed since: how its title will read, and
 * which words will not be seen, because the paragraph they were written into is gone. An open tab puts those back itself
 * (follow-text); of a closed one nobody would, so they are kept to be shown.
 */
import * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import type { DocumentLog, LogFailure } from '../../yjs-supabase/index.ts';
import type { KeptUpdate } from './kept-update.ts';
import { readWords } from './read-words.ts';

export interface DrainEffect {
  /** Null when they do not change it. */
  readonly title: string | null;
  /** Empty when every word finds its place. */
  readonly displaced: string;
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
  const doc = new Y.Doc();
  try {
    for (const { bytes } of [...(snapshot ? [snapshot] : []), ...logged]) Y.applyUpdate(doc, bytes);
    const known = Y.getState(doc.store, clientId);
    Y.applyUpdate(doc, Y.mergeUpdates(own));
    // What the log has already was seen, and whoever deleted it then meant to.
    const isDisplaced = (client: number, clock: number): boolean =>
      clock >= (client === clientId ? known : 0) && isDeleted(doc, client, clock);
    const changesTitle = rows.some((row) => row.changesTitle);
    return {
      ok: true,
      value: { title: changesTitle ? titleOf(doc) : null, displaced: readWords(own, isDisplaced) },
    };
  } catch (error) {
    // lib0's decoder throws plain errors on bytes that are not an update.
    if (!(error instanceof Error)) throw error;
    return { ok: false, failure: { kind: 'refused', code: 'update_rejected' } };
  }
}

/** False for what waits for something that is missing: nobody knows yet where it will stand. */
function isDeleted(doc: Y.Doc, client: number, clock: number): boolean {
  const structs = doc.store.clients.get(client) ?? [];
  if (clock >= Y.getState(doc.store, client)) return false;
  return structs[Y.findIndexSS(structs, clock)]?.deleted ?? false;
}

const titleOf = (doc: Y.Doc): string =>
  doc
    .getText(TITLE_ROOT)
    .toJSON()
    .slice(0, MAX_TITLE_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '');
