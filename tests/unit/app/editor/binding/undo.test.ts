// @vitest-environment jsdom
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { typeText, type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

beforeEach(() => {
  petr.editor.commands.setContent('<p>first line</p><p>the second line</p><p>third line</p>');
});

/** Starts another step, as a pause does. */
function pause({ editor }: Seat): void {
  const undo: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(editor.state);
  undo.undoManager.stopCapturing();
}

const endOf = ({ editor }: Seat, words: string): number => {
  let place = -1;
  editor.state.doc.descendants((node, at) => {
    const within = node.isText ? (node.text?.indexOf(words) ?? -1) : -1;
    if (within >= 0) place = at + within + words.length;
  });
  return place;
};

/** The line with the caret or the selection. */
function lineOf({ editor }: Seat): string {
  const { $from, $to, empty } = editor.state.selection;
  const { textContent } = $from.parent;
  const [from, to] = [$from.parentOffset, $to.parentOffset];
  return empty
    ? `${textContent.slice(0, from)}|${textContent.slice(from)}`
    : `${textContent.slice(0, from)}[${textContent.slice(from, to)}]${textContent.slice(to)}`;
}

/** Petr types before, in and after Jana's line. */
function othersWrite(): void {
  petr.editor.commands.insertContentAt(0, '<p>above</p>');
  petr.editor.commands.insertContentAt(endOf(petr, 'first line') + 2, 'Then ');
  petr.editor.commands.insertContentAt(petr.editor.state.doc.content.size, '<p>below</p>');
}

test('input in another place is a separate step, however soon it follows', () => {
  jana.editor.commands.setTextSelection(endOf(jana, 'second'));
  typeText(jana, ' green');
  jana.editor.commands.setTextSelection({ from: 1, to: 7 });
  jana.editor.commands.deleteSelection();
  jana.editor.commands.undo();
  expect(jana.editor.getText()).toContain('first line');
  expect(jana.editor.getText()).toContain('the second green line');
  jana.editor.commands.undo();
  expect(jana.editor.getText()).toContain('the second line');
});

describe.each([
  ['alone', () => undefined, ''],
  ['during remote changes', othersWrite, 'Then '],
])('%s', (_who, meanwhile, theirs) => {
  test('undo moves the caret to its place before the step, redo to the one after it', () => {
    jana.editor.commands.setTextSelection(endOf(jana, 'second'));
    typeText(jana, ' green');
    jana.editor.commands.setTextSelection(endOf(jana, 'third'));
    meanwhile();
    jana.editor.commands.undo();
    expect(lineOf(jana)).toBe(`${theirs}the second| line`);
    jana.editor.commands.setTextSelection(1);
    jana.editor.commands.redo();
    expect(lineOf(jana)).toBe(`${theirs}the second green| line`);
  });

  test('text that was replaced while selected is selected again', () => {
    const to = endOf(jana, 'second');
    jana.editor.commands.setTextSelection({ from: to - 6, to });
    typeText(jana, '2nd');
    meanwhile();
    jana.editor.commands.undo();
    expect(lineOf(jana)).toBe(`${theirs}the [second] line`);
  });

  test('each step has its place', () => {
    jana.editor.commands.setTextSelection(endOf(jana, 'first'));
    typeText(jana, ' a');
    pause(jana);
    jana.editor.commands.setTextSelection(endOf(jana, 'third'));
    typeText(jana, ' c');
    meanwhile();
    jana.editor.commands.undo();
    expect(lineOf(jana)).toBe('third| line');
    jana.editor.commands.undo();
    expect(lineOf(jana)).toBe('first| line');
    jana.editor.commands.redo();
    expect(lineOf(jana)).toBe('first a| line');
    jana.editor.commands.redo();
    expect(lineOf(jana)).toBe('third c| line');
  });
});

test('remote changes are not undone, and local undo moves no remote caret', () => {
  petr.editor.commands.setTextSelection(endOf(petr, 'second'));
  jana.editor.commands.setTextSelection(endOf(jana, 'first'));
  typeText(jana, ' one');
  typeText(petr, ' two');
  jana.editor.commands.undo();
  expect(jana.editor.commands.undo()).toBe(false);
  expect(jana.editor.getText({ blockSeparator: '/' })).toBe('first line/the second two line/third line');
  expect(lineOf(petr)).toBe('the second two| line');
});

test('remote changes after an undo or redo leave a moved caret in place', () => {
  jana.editor.commands.setTextSelection(endOf(jana, 'first'));
  typeText(jana, ' one');
  for (const step of ['undo', 'redo'] as const) {
    jana.editor.commands[step]();
    jana.editor.commands.setTextSelection(endOf(jana, 'third'));
    petr.editor.commands.insertContentAt(1, 'x');
    expect(lineOf(jana)).toBe('third| line');
  }
});

test('remote text inside an undone paragraph stays', () => {
  jana.editor.commands.setTextSelection(endOf(jana, 'first line'));
  typeText(jana, ' long tail');
  petr.editor.commands.insertContentAt(endOf(petr, 'lo'), 'THEIRS');
  jana.editor.commands.undo();
  expect(jana.editor.state.doc.firstChild?.textContent).toBe('first lineTHEIRS');
});

test('continuous input is one step, whatever remote changes and carets are drawn in between', () => {
  jana.editor.commands.setTextSelection(endOf(jana, 'second'));
  for (const letter of ' green grass') {
    typeText(jana, letter);
    petr.editor.commands.insertContentAt(endOf(petr, 'third line'), letter);
    // Like the drawing of a caret: the document does not change.
    jana.editor.view.dispatch(jana.editor.state.tr.setMeta('drawn', true));
  }
  jana.editor.commands.undo();
  expect(jana.editor.getText()).toContain('the second line');
  expect(jana.editor.getText()).toContain(`third line${Array.from(' green grass').toReversed().join('')}`);
});
