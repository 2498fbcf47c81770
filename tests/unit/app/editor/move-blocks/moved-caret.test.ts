// @vitest-environment jsdom
/** Carets in a moved block, local and remote, stay between the same characters. */
import { TextSelection } from '@tiptap/pm/state';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { deleteBlocks } from '../../../../../src/app/editor/move-blocks/edit-blocks.ts';
import { moveBlocksBy } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import { htmlOf, openAt } from '../../../../support/caret.ts';
import { closeSeat, connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';

const REMOTE = { remote: true };

let jana: Seat;
let petr: Seat;
afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

/** Jana's caret is at `|`, and Petr opens the same document. */
function open(html: string): void {
  jana = openAt(html);
  petr = openSeat('Petr', '#007e68', { state: Y.encodeStateAsUpdate(jana.doc) });
}

const ways: Readonly<Record<string, (updates: readonly Uint8Array[]) => void>> = {
  'in separate transactions': (updates) => {
    for (const update of updates) Y.applyUpdate(petr.doc, update, REMOTE);
  },
  'in one transaction': (updates) => {
    const applyAll = (): void => updates.forEach((update) => Y.applyUpdate(petr.doc, update, REMOTE));
    Y.transact(petr.doc, applyAll, REMOTE, false);
  },
};

describe.each(Object.entries(ways))('changes that arrive %s', (_, apply) => {
  function applyToPetr(change: () => void): void {
    const updates: Uint8Array[] = [];
    const note = (update: Uint8Array): void => void updates.push(update);
    jana.doc.on('update', note);
    change();
    jana.doc.off('update', note);
    apply(updates);
    expect(htmlOf(petr)).toBe(htmlOf(jana));
  }

  const behind = ({ editor: { state } }: Seat): string =>
    state.doc.textBetween(state.selection.to, state.doc.content.size, '/');

  test.each([
    ['up', -1, '<p>one</p><p>two</p><p>th|ree</p>'],
    ['down', 1, '<p>th|ree</p><p>two</p><p>one</p>'],
    ['up in its list', -1, '<ul><li><p>one</p></li><li><p>th|ree</p></li></ul>'],
    ['out of its list', -1, '<p>one</p><ul><li><p>th|ree</p></li><li><p>two</p></li></ul>'],
    ['with its table', -1, '<p>one</p><table><tr><td><p>th|ree</p></td><td><p>two</p></td></tr></table>'],
    ['past a block with equal text', -1, '<p>three</p><p>th|ree</p>'],
    ['behind another with equal text', -1, '<p>one</p><p>|three</p><p>th|ree</p>'],
    ['with formatted text', 1, '<p><strong>th|r</strong>ee</p><p>two</p>'],
  ] as const)('a caret in a block that moves %s moves with it', (_where, by, html) => {
    open(html);
    petr.editor.commands.setTextSelection(jana.editor.state.selection.to);
    applyToPetr(() => moveBlocksBy(jana.editor, by));
    expect(behind(petr)).toBe(behind(jana));
    applyToPetr(() => jana.editor.commands.undo());
    expect(behind(petr)).toBe(behind(jana));
    expect(petr.editor.state.selection.from).toBe(jana.editor.state.selection.to);
  });

  test('text selected in a moved block stays selected, in its direction', () => {
    open('<p>one</p><p>two</p><p>thre|e</p>');
    const { doc, tr } = petr.editor.state;
    petr.editor.view.dispatch(tr.setSelection(TextSelection.create(doc, 15, 12)));
    applyToPetr(() => moveBlocksBy(jana.editor, -1));
    const { anchor, head } = petr.editor.state.selection;
    expect([anchor, head]).toEqual([10, 7]);
  });

  test('a caret in a deleted block does not go to another with equal text', () => {
    open('<p>three</p><p>two</p><p>th|ree</p>');
    petr.editor.commands.setTextSelection(jana.editor.state.selection.to);
    applyToPetr(() => jana.editor.commands.insertContentAt(0, '<p>new</p>', { updateSelection: false }));
    applyToPetr(() => deleteBlocks(jana.editor));
    expect(behind(petr)).toBe('');
  });
});

test('a moved block keeps the remote caret in it', async () => {
  open('<p>one</p><p>two</p><p>th|ree</p>');
  connectSeats(jana, petr);
  // As if his window had the focus: only one editor of a page can have it.
  petr.editor.view.hasFocus = () => true;
  petr.editor.commands.setTextSelection(jana.editor.state.selection.to);
  moveBlocksBy(jana.editor, -1);
  await vi.waitFor(() => {
    const caret = jana.editor.view.dom.querySelector('.peer-caret');
    expect(caret?.closest('p')?.textContent).toBe('three');
    expect(caret?.previousSibling?.textContent).toBe('th');
  });
});
