// @vitest-environment jsdom
import type { Editor as TiptapEditor } from '@tiptap/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import {
  closeSeat,
  connectSeats,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
} from '../../../../support/editors.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { followText } from '../../../../../src/app/room/follow/follow-text.ts';
import { openRecoveryTray } from '../../../../../src/app/room/recovery-tray.ts';

let petr: Seat;
/** Jana has the full editor with its menus. */
let jana: Seat;

beforeAll(fillInLayout);
// Eight remote changes, each with a full drawing.
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  petr = openSeat('Petr', '#007e68');
  petr.editor.commands.setContent(
    '<p>above</p><p>mine here</p><hr><table><tr><td><p>one</p></td><td><p>two</p></td></tr></table><p>below</p>',
  );
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(petr.doc));
  const awareness = new Awareness(doc);
  const tray = openRecoveryTray(doc, TEXT_ROOT);
  const follower = followText(doc, TEXT_ROOT, { onRemoteChange: tray.takeRemote });
  renderApp(
    <Editor
      doc={doc}
      awareness={awareness}
      user={{ name: 'Jana', color: '#ce0d6e' }}
      editable
      label="Plan"
      lang="en-US"
      follower={follower}
    />,
  );
  const { editor } = text() as HTMLElement & { editor: TiptapEditor };
  jana = { doc, awareness, editor, follower, tray };
  connectSeats(jana, petr);
  act(() => editor.view.focus());
  // Only one editor of a page can have the focus.
  petr.editor.view.hasFocus = () => true;
});

afterEach(() => {
  cleanup();
  jana.awareness.destroy();
  jana.doc.destroy();
  closeSeat(petr);
});

const text = (): HTMLElement => screen.getByRole('textbox', { name: 'Plan' });

/** Position before the text. */
function at({ editor }: Seat, words: string): number {
  let place = -1;
  editor.state.doc.descendants((node, start) => {
    const within = node.isText ? (node.text?.indexOf(words) ?? -1) : -1;
    if (within >= 0) place = start + within;
  });
  return place;
}

const OTHERS: readonly [what: string, act: () => void][] = [
  ['text before', () => petr.editor.commands.insertContentAt(at(petr, 'above'), 'far ')],
  ['a paragraph before', () => petr.editor.commands.insertContentAt(0, '<p>new</p>')],
  ['text in the same line', () => petr.editor.commands.insertContentAt(at(petr, 'mine'), 'not ')],
  ['text in the same table', () => petr.editor.commands.insertContentAt(at(petr, 'two'), 'or ')],
  ['a caret in the same line', () => petr.editor.commands.setTextSelection(at(petr, 'ine'))],
  ['a selection over everything', () => petr.editor.commands.selectAll()],
  ['a paragraph deleted', () => petr.editor.commands.deleteRange({ from: 0, to: 5 })],
  ['text after', () => petr.editor.commands.insertContentAt(at(petr, 'below'), 'far ')],
];

/** The binding draws carets in the next task. */
const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 5)));

async function othersAct(check: (what: string) => void): Promise<void> {
  for (const [what, change] of OTHERS) {
    act(change);
    await settle();
    check(what);
  }
}

function select(from: number, to = from): void {
  act(() => void jana.editor.commands.setTextSelection({ from, to }));
}

const selectedWords = (): string => {
  const { from, to } = jana.editor.state.selection;
  return jana.editor.state.doc.textBetween(from, to, '/');
};

describe('remote changes and carets', () => {
  test('leave the local caret between the same characters and the view in place', async () => {
    select(at(jana, 'here'));
    // The binding scrolls when the caret is in view, which it cannot find out without a layout.
    const { binding }: { binding: object } = ySyncPluginKey.getState(jana.editor.state);
    Object.assign(binding, { _isLocalCursorInView: () => true });
    const scrolled: boolean[] = [];
    jana.editor.on('transaction', ({ transaction }: { transaction: Transaction }) => {
      scrolled.push(transaction.scrolledIntoView);
    });
    await othersAct((what) => {
      expect(jana.editor.state.selection.from, what).toBe(at(jana, 'here'));
    });
    expect(scrolled.length).toBeGreaterThan(OTHERS.length);
    expect(scrolled).not.toContain(true);
    expect(document.activeElement).toBe(text());
  });

  test('leave the selected text selected, in its direction', async () => {
    const [from, to] = [at(jana, 'ere'), at(jana, 'ne here')];
    const { state, view } = jana.editor;
    act(() => view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to))));
    await othersAct((what) => {
      expect(selectedWords(), what).toBe('ne h');
      expect(jana.editor.state.selection.anchor > jana.editor.state.selection.head, what).toBe(true);
    });
  });

  test.each(['start', 'middle'])(
    'inserted at the edges of text selected at the %s of a line are not selected',
    (place) => {
      const [from, to] =
        place === 'start' ? [at(jana, 'mine'), at(jana, ' here')] : [at(jana, 'ine'), at(jana, 'e here')];
      select(from, to);
      const words = selectedWords();
      act(() => void petr.editor.commands.insertContentAt(to, 'X'));
      act(() => void petr.editor.commands.insertContentAt(from, 'X'));
      expect(selectedWords()).toBe(words);
    },
  );

  test('leave a selected block selected', async () => {
    let rule = -1;
    jana.editor.state.doc.forEach((node, start) => {
      if (node.type.name === 'horizontalRule') rule = start;
    });
    act(() => void jana.editor.commands.setNodeSelection(rule));
    await othersAct((what) => {
      const { selection } = jana.editor.state;
      expect(selection instanceof NodeSelection && selection.node.type.name, what).toBe('horizontalRule');
    });
  });

  test('leave selected cells selected', async () => {
    const [one, two] = [at(jana, 'one') - 2, at(jana, 'two') - 2];
    const { state, view } = jana.editor;
    act(() => view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, one, two))));
    await othersAct((what) => {
      const { selection } = jana.editor.state;
      expect(selection instanceof CellSelection && selection.ranges.length, what).toBe(2);
    });
  });

  test('leave the local caret in its cell', async () => {
    select(at(jana, 'one'));
    await othersAct((what) => {
      expect(jana.editor.state.selection.$from.parent.textContent, what).toBe('one');
      expect(jana.editor.isActive('table'), what).toBe(true);
    });
  });
});

describe('remote changes close nothing and keep the focus in', () => {
  const button = (name: string): HTMLElement => screen.getByRole('button', { name });
  const focused = (): string | null =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null;

  test.each([
    ['the style menu', 'Text style: Paragraph'],
    ['the insert menu', 'Insert'],
  ])('%s', async (_what, name) => {
    const user = userEvent.setup();
    select(at(jana, 'here'));
    act(() => button(name).focus());
    await user.keyboard('{Enter}{ArrowDown}');
    const menu = screen.getByRole('menu');
    const item = focused();
    expect(menu.contains(document.activeElement)).toBe(true);
    await othersAct((what) => {
      expect(screen.getByRole('menu'), what).toBe(menu);
      expect(focused(), what).toBe(item);
    });
  });

  test('the slash menu', async () => {
    select(at(jana, 'here'));
    act(() => typeText(jana, '/head'));
    act(() => void pressKeys(jana.editor, 'ArrowDown'));
    const chosen = text().getAttribute('aria-activedescendant');
    await othersAct((what) => {
      expect(screen.queryByRole('listbox', { hidden: true }), what).not.toBeNull();
      expect(text().getAttribute('aria-activedescendant'), what).toBe(chosen);
    });
  });

  test('the toolbar over a selection', async () => {
    // In view, below the sticky bars.
    const line = { left: 10, right: 10, top: 300, bottom: 320 };
    vi.spyOn(jana.editor.view, 'coordsAtPos').mockReturnValue(line);
    select(at(jana, 'mine'), at(jana, 'here'));
    const bar = await screen.findByRole('toolbar', { name: 'Selected text' });
    act(() => within(bar).getByRole('button', { name: 'Italic' }).focus());
    await othersAct((what) => {
      expect(bar.isConnected, what).toBe(true);
      expect(bar.contains(document.activeElement), what).toBe(true);
      expect(focused(), what).toBe('Italic');
    });
  });

  test('the tools of a table', async () => {
    select(at(jana, 'one'));
    const add = await screen.findByRole('button', { name: 'Row' });
    act(() => add.focus());
    await othersAct((what) => expect(document.activeElement, what).toBe(add));
  });

  test('the link card, with its draft', async () => {
    const user = userEvent.setup();
    select(at(jana, 'mine'), at(jana, 'here'));
    fireEvent.keyDown(text(), { key: 'k', ctrlKey: true });
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
    await user.type(address, 'example.c');
    await othersAct((what) => {
      expect(document.activeElement, what).toBe(address);
      expect(address.value, what).toBe('example.c');
    });
    await user.keyboard('z{Enter}');
    await waitFor(() => expect(within(text()).getByRole('link').textContent).toBe('mine '));
  });

  test('the find bar', async () => {
    const user = userEvent.setup();
    fireEvent.keyDown(text(), { key: 'f', ctrlKey: true });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });
    await user.type(field, 'here');
    await othersAct((what) => {
      expect(document.activeElement, what).toBe(field);
      expect(text().querySelector('.find-current')?.textContent, what).toBe('here');
    });
  });
});
