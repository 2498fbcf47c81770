/**
 * Repairs tables that two people changed at once. If both pages did, each would add the cell that is missing. So only the
 * one with the larger Yjs id does, of those that changed the rows and cells of that table. If it is gone, the next command
 * in the table repairs it.
 */
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { FOLLOW_ORIGIN, type TextFollower } from '../../room/follow/follow-text.ts';
import { repairTables } from './repair-tables.ts';

export function watchTables(view: EditorView, follower: TextFollower): () => void {
  const { binding }: { binding: ProsemirrorBinding } = ySyncPluginKey.getState(view.state);
  const { doc } = binding;
  const own = new WeakSet<Y.XmlElement>();
  let changed: readonly Y.XmlElement[] = [];

  const repair = (isMeant: (table: Node) => boolean): void => {
    if (view.isDestroyed || !view.editable) return;
    const { tr } = view.state;
    repairTables(tr, isMeant);
    if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
  };
  const repairThose = (tables: readonly Y.XmlElement[]): void => {
    const nodes = new Set(tables.map((table) => binding.mapping.get(table)));
    repair((table) => nodes.has(table));
  };
  const note = (transaction: Y.Transaction): void => {
    const tables = tablesIn(transaction);
    if (!transaction.local) {
      changed = [...changed, ...tables];
      return;
    }
    const { origin, meta } = transaction;
    // Undo and redo may leave a table that no longer fits later remote changes, or bring a table back.
    if (origin instanceof Y.UndoManager) doc.once('afterAllTransactions', () => repair(() => true));
    // A change without the editor's mark: cells are removed because others left nothing in them.
    else if (tables.length > 0 && (origin !== ySyncPluginKey || !meta.has('addToHistory')))
      doc.once('afterAllTransactions', () => repairThose(tables));
    if (origin !== FOLLOW_ORIGIN) for (const table of tables) own.add(table);
  };
  const answer = (authors: readonly (number | null)[]): void => {
    const tables = changed.filter((table) => own.has(table));
    changed = [];
    const isMine = authors.every((author) => author !== null && author <= doc.clientID);
    if (isMine && tables.length > 0) repairThose(tables);
  };

  doc.on('afterTransaction', note);
  const stop = follower.onFollowed(answer);
  return () => {
    doc.off('afterTransaction', note);
    stop();
  };
}

const CELL_KEYS = ['colspan', 'rowspan', 'colwidth'] as const;

/** The tables whose rows or cells it changed, or spans and widths of cells. */
function tablesIn({ changed }: Y.Transaction): Y.XmlElement[] {
  const tables = new Set<Y.XmlElement>();
  for (const [type, keys] of changed) {
    const part: unknown = type;
    if (!(part instanceof Y.XmlElement)) continue;
    const isCell = part.nodeName === 'tableCell' || part.nodeName === 'tableHeader';
    const isShape = isCell ? CELL_KEYS.some((key) => keys.has(key)) : keys.has(null);
    const table = isShape ? tableOf(part, isCell ? 2 : 1) : null;
    if (table) tables.add(table);
  }
  return [...tables];
}

function tableOf(part: Y.XmlElement, levels: number): Y.XmlElement | null {
  let table: unknown = part;
  if (part.nodeName === 'table') return part;
  for (let level = 0; level < levels; level += 1) table = table instanceof Y.XmlElement ? table.parent : null;
  return table instanceof Y.XmlElement && table.nodeName === 'table' ? table : null;
}
