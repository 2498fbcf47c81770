// @vitest-environment jsdom
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Y from 'yjs';
import { FORMATTING_COMMANDS } from '../../../../src/app/editor/toolbar/formatting-commands.ts';
import { noteRestore } from '../../../../src/app/editor/undo-restore.ts';
import { pressKeys, typeText } from '../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../support/two-seats.ts';

seatTwo();

const takeBack = vi.fn<() => boolean>();
const pressUndo = (): boolean => pressKeys(jana.editor, 'z', { ctrlKey: true });
const undoButton = FORMATTING_COMMANDS.find(({ id }) => id === 'undo')!;

beforeEach(() => {
  vi.resetAllMocks();
  takeBack.mockReturnValue(true);
  petr.editor.commands.setContent('<p>first line</p>');
  jana.editor.commands.setTextSelection(11);
  typeText(jana, ' before');
});

/** The server writes it, so that it comes as somebody else's change. */
function restore(): void {
  petr.editor.commands.insertContentAt(0, '<p>restored</p>');
  noteRestore(jana.editor, takeBack);
}

test('right after a restore, undo takes it back and does nothing else', () => {
  restore();
  expect(pressUndo()).toBe(true);
  expect(takeBack).toHaveBeenCalledTimes(1);
  expect(jana.editor.getText()).toBe('restored\n\nfirst line before');
});

test('what was typed after a restore goes first, then the restore, then what was typed before', () => {
  restore();
  typeText(jana, ' after');
  pressUndo();
  expect(jana.editor.getText()).toBe('restored\n\nfirst line before');
  expect(takeBack).not.toHaveBeenCalled();
  pressUndo();
  expect(takeBack).toHaveBeenCalledTimes(1);
  takeBack.mockReturnValue(false);
  pressUndo();
  expect(jana.editor.getText()).toBe('restored\n\nfirst line');
});

test('typing is not part of the step from before a restore, however soon it follows', () => {
  restore();
  typeText(jana, '!');
  pressUndo();
  expect(jana.editor.getText()).toContain('first line before');
});

test('undo does not pass over the restore when others removed what was typed after it', () => {
  restore();
  typeText(jana, ' after');
  const end = petr.editor.state.doc.content.size - 1;
  petr.editor.commands.deleteRange({ from: end - ' after'.length, to: end });
  pressUndo();
  expect(takeBack).toHaveBeenCalledTimes(1);
  expect(jana.editor.getText()).toBe('restored\n\nfirst line before');
});

test('a restore that was taken back elsewhere is no step', () => {
  restore();
  takeBack.mockReturnValue(false);
  pressUndo();
  expect(jana.editor.getText()).toBe('restored\n\nfirst line');
  pressUndo();
  expect(takeBack).toHaveBeenCalledTimes(1);
});

test('what was typed after a restore and undone is done again, and goes first again', () => {
  restore();
  typeText(jana, ' after');
  pressUndo();
  jana.editor.commands.redo();
  expect(jana.editor.getText()).toContain('before after');
  pressUndo();
  expect(jana.editor.getText()).not.toContain('after');
  expect(takeBack).not.toHaveBeenCalled();
});

test('the button of undo takes a restore back, also when nothing was typed', () => {
  const undo: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(jana.editor.state);
  undo.undoManager.clear();
  expect(undoButton.isAvailable?.(jana.editor)).toBe(false);
  restore();
  expect(undoButton.isAvailable?.(jana.editor)).toBe(true);
  const actions = { openLinkCard: () => undefined, chooseImages: () => undefined };
  undoButton.run(jana.editor, actions);
  expect(takeBack).toHaveBeenCalledTimes(1);
});
