// @vitest-environment jsdom
/** The browser reports a moved caret a moment later. Nothing in between may put it back. */
import type { Editor as TiptapEditor } from '@tiptap/core';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import { closeSeat, openSeat, pressKeys, type Seat } from '../../../../support/editors.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { followText } from '../../../../../src/app/room/follow/follow-text.ts';
import { openRecoveryTray } from '../../../../../src/app/room/recovery-tray.ts';

const REMOTE = { remote: true };
const NAMED = { label: 'Plan', lang: 'en-US', editable: true };

let petr: Seat;
let jana: Seat;
let setNamed: (named: typeof NAMED) => void;
const listeners = new Set<() => void>();

beforeAll(fillInLayout);

const keepSilent = (event: Event): void => event.stopImmediatePropagation();

beforeEach(() => {
  listeners.clear();
  petr = openSeat('Petr', '#007e68');
  petr.editor.commands.setContent('<p>above</p><p>mine here</p><p>below</p>');
  jana = sitDown(Y.encodeStateAsUpdate(petr.doc));
  act(() => {
    jana.editor.view.focus();
    jana.editor.commands.setTextSelection(1);
  });
  // From here on, the browser reports no moved caret.
  window.addEventListener('selectionchange', keepSilent, true);
});

afterEach(() => {
  window.removeEventListener('selectionchange', keepSilent, true);
  vi.useRealTimers();
  cleanup();
  jana.awareness.destroy();
  jana.doc.destroy();
  closeSeat(petr);
});

function sitDown(state: Uint8Array): Seat {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const awareness = new Awareness(doc);
  const user = { name: 'Jana', color: '#ce0d6e' };
  const tray = openRecoveryTray(doc, TEXT_ROOT);
  const follower = followText(doc, TEXT_ROOT, { onRemoteChange: tray.takeRemote });
  const beforeIncoming = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Page() {
    const [named, set] = useState(NAMED);
    setNamed = set;
    return <Editor {...named} {...{ doc, awareness, user, beforeIncoming, follower }} />;
  }
  renderApp(<Page />);
  const { editor } = screen.getByRole<HTMLElement & { editor: TiptapEditor }>('textbox', { name: 'Plan' });
  return { doc, awareness, editor, follower, tray };
}

/** Position before the text. */
function at(words: string): number {
  let place = -1;
  jana.editor.state.doc.descendants((node, start) => {
    const within = node.isText ? (node.text?.indexOf(words) ?? -1) : -1;
    if (within >= 0) place = start + within;
  });
  return place;
}

/** Moves the caret as a key does in the browser, without an event. */
function moveCaret(anchor: number, head = anchor): void {
  const { view } = jana.editor;
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)];
  getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

/** Like a room: calls the listeners right before a remote change is applied. */
function applyRemote(): void {
  for (const listener of listeners) listener();
  Y.applyUpdate(jana.doc, Y.encodeStateAsUpdate(petr.doc, Y.encodeStateVector(jana.doc)), REMOTE);
}

const selected = (): readonly [anchor: number, head: number] => {
  const { anchor, head } = jana.editor.state.selection;
  return [anchor, head];
};

function inBrowser(): readonly [anchor: number, head: number] {
  const { view } = jana.editor;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
  if (!anchorNode || !focusNode) throw new Error('nothing is selected');
  return [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)];
}

function expectCaret(anchor: number, head = anchor): void {
  expect(selected()).toEqual([anchor, head]);
  expect(inBrowser()).toEqual([anchor, head]);
}

describe('a caret that a key has just moved stays in place', () => {
  test.each([
    ['before it', () => petr.editor.commands.insertContentAt(1, 'far ')],
    ['after it', () => petr.editor.commands.insertContentAt(at('below'), 'far ')],
    ['in its line', () => petr.editor.commands.insertContentAt(at('mine'), 'not ')],
    ['as a new block before it', () => petr.editor.commands.insertContentAt(0, '<p>new</p>')],
    ['where it was', () => petr.editor.commands.deleteRange({ from: 1, to: 4 })],
  ])('when a remote change comes %s', (_where, write) => {
    write();
    moveCaret(at('here'));
    applyRemote();
    expectCaret(at('here'));
    expect(listeners.size).toBe(1);
  });

  test('when a remote change comes during a selection', () => {
    petr.editor.commands.insertContentAt(1, 'far ');
    moveCaret(at('here'), at('mine'));
    applyRemote();
    expectCaret(at('here'), at('mine'));
  });

  test('when a remote caret is drawn', () => {
    // As if his window had the focus: only one editor of a page can have it.
    petr.editor.view.hasFocus = () => true;
    petr.editor.commands.setTextSelection(at('below'));
    vi.useFakeTimers();
    const caret = encodeAwarenessUpdate(petr.awareness, [petr.doc.clientID]);
    applyAwarenessUpdate(jana.awareness, caret, REMOTE);
    moveCaret(at('here'));
    vi.runOnlyPendingTimers();
    expect(document.querySelector('.peer-caret')).not.toBeNull();
    expectCaret(at('here'));
  });

  test('when the text has just received the focus', () => {
    const { view } = jana.editor;
    act(() => void jana.editor.commands.setTextSelection(at('elow')));
    view.dom.blur();
    vi.useFakeTimers();
    view.dom.focus();
    const { focusNode, focusOffset } = getSelection() ?? {};
    pressKeys(jana.editor, 'Home', { ctrlKey: true, shiftKey: true });
    // Extends to the position that the browser itself chose with the focus.
    getSelection()?.extend(focusNode ?? view.dom, focusOffset);
    vi.advanceTimersByTime(20);
    expect(selected()).toEqual([at('elow'), 1]);
    expect(getSelection()?.toString()).toContain('above');
  });

  test('when a dialog over a selection has just closed', () => {
    const { view } = jana.editor;
    act(() => void jana.editor.commands.setTextSelection({ from: at('here'), to: at('here') + 4 }));
    view.dom.blur();
    vi.useFakeTimers();
    view.dom.focus();
    pressKeys(jana.editor, 'ArrowRight');
    moveCaret(at('here') + 4);
    vi.advanceTimersToNextFrame();
    expectCaret(at('here') + 4);
  });

  test('when a key moves it to the start right after a focus at an old click', () => {
    act(() => void jana.editor.commands.setTextSelection(at('elow')));
    jana.editor.view.dom.blur();
    vi.useFakeTimers();
    jana.editor.view.dom.focus();
    moveCaret(at('elow'));
    pressKeys(jana.editor, 'Home', { ctrlKey: true });
    moveCaret(1);
    pressKeys(jana.editor, 'Z');
    expectCaret(1);
  });

  test.each([
    ['name', { label: 'Plan of beds' }],
    ['language', { lang: 'cs-CZ' }],
    ['rights', { editable: false }],
  ])('when the text changes its %s', (_what, changed) => {
    moveCaret(at('here'));
    act(() => setNamed({ ...NAMED, ...changed }));
    expectCaret(at('here'));
  });
});

test('a closed editor unsubscribes', async () => {
  expect(listeners.size).toBe(1);
  cleanup();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});
