/**
 * Takes a restore back where it was made. Text that comes back stands between the same letters as before, so that words which
 * others typed there meanwhile keep their order. A change computed from the two texts would insert it before or after them.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';
import { joinRanges, type HeirRange } from '../contract/authorship/heir-ranges.ts';
import { TEXT_ROOT } from '../contract/document-schema.ts';
import { moveBehindTypists } from './behind-typists.ts';

export interface UndoneRestore {
  /** The text before the restore, as Yjs updates. */
  readonly before: readonly Uint8Array[];
  readonly restore: readonly Uint8Array[];
  /** Rows that others logged since. */
  readonly later: readonly Uint8Array[];
}

const RESTORE = Symbol('restore');

/** The update, written under `clientId`, and which deleted text it brings back; null when there is nothing to undo. */
export function undoRestore(
  { before, restore, later }: UndoneRestore,
  clientId: number,
): { readonly update: Uint8Array; readonly heirs: readonly HeirRange[] } | null {
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, before);
  const manager = new Y.UndoManager(doc.getXmlFragment(TEXT_ROOT), { trackedOrigins: new Set([RESTORE]) });
  doc.transact(() => applyUpdates(doc, restore), RESTORE);
  applyUpdates(doc, later);
  doc.clientID = clientId;
  const updates: Uint8Array[] = [];
  let heirs: readonly HeirRange[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  doc.once('afterTransaction', (transaction: Y.Transaction) => (heirs = heirsOf(manager, transaction)));
  manager.undo();
  manager.destroy();
  if (updates.length === 0) return null;
  const moved = moveBehindTypists(doc, clientId, heirs);
  doc.destroy();
  return { update: Y.mergeUpdates(updates), heirs: joinRanges(moved) };
}

/** Yjs notes in each item that an undo inserted again which item that is. */
function heirsOf({ currStackItem }: Y.UndoManager, { doc }: Y.Transaction): readonly HeirRange[] {
  const heirs: HeirRange[] = [];
  for (const [client, ranges] of currStackItem?.deletions.clients ?? []) {
    const structs = doc.store.clients.get(client) ?? [];
    for (const { clock, len } of ranges) {
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at += 1) {
        const struct = structs[at]!;
        if (struct.id.clock >= clock + len) break;
        if (!(struct instanceof Y.Item) || struct.redone === null || struct.parentSub !== null) continue;
        heirs.push({ clock: struct.redone.clock, from: struct.id, length: struct.length });
      }
    }
  }
  return heirs;
}
