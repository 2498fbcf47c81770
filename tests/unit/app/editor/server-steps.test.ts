// @vitest-environment jsdom
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';
import {
  addServerStep,
  countServerSteps,
  dropServerStep,
  type ServerStep,
} from '../../../../src/app/editor/server-steps.ts';
import { undoSteps } from '../../../../src/app/editor/undo-depth.ts';
import { typeText } from '../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../support/two-seats.ts';

seatTwo();

/** What was asked of the server, in order. */
let asked: string[];
let answers: boolean[];

beforeEach(() => {
  asked = [];
  answers = [];
});

function step(id: string): ServerStep {
  return {
    id,
    takeBack: async () => {
      asked.push(id);
      return answers.shift() === false ? { ok: false } : { ok: true, again: step(`not ${id}`) };
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const text = (): string => jana.editor.getText();

async function undo(): Promise<boolean> {
  const isDone = jana.editor.commands.undo();
  await settle();
  return isDone;
}

async function redo(): Promise<boolean> {
  const isDone = jana.editor.commands.redo();
  await settle();
  return isDone;
}

test('is undone first, then what was typed before it', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  petr.editor.commands.insertContentAt(0, '<p>Petr</p>');
  expect(await undo()).toBe(true);
  expect(asked).toEqual(['restore']);
  expect(text()).toContain('before');
  expect(await undo()).toBe(true);
  expect(text()).not.toContain('before');
  expect(await undo()).toBe(false);
  expect(asked).toEqual(['restore']);
});

test('what is typed after it is undone before it, however soon it is typed', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  await undo();
  expect([text(), asked]).toEqual(['before', []]);
  await undo();
  expect([text(), asked]).toEqual(['before', ['restore']]);
  await undo();
  expect(text()).toBe('');
});

test('is the only thing to undo where nothing was typed, and the buttons know', async () => {
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 0, redo: 0 });
  addServerStep(jana.editor, step('restore'));
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 1, redo: 0 });
  expect(jana.editor.can().undo()).toBe(true);
  expect(asked).toEqual([]);
  await undo();
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 0, redo: 1 });
});

test('comes back by redo, in its place', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  await undo();
  await undo();
  await undo();
  await redo();
  expect([text(), asked]).toEqual(['before', ['restore']]);
  await redo();
  expect(asked).toEqual(['restore', 'not restore']);
  await redo();
  expect(text()).toBe('before after');
  await undo();
  await undo();
  expect(asked).toEqual(['restore', 'not restore', 'not not restore']);
});

test('whoever writes after undoing it has nothing to redo', async () => {
  addServerStep(jana.editor, step('restore'));
  await undo();
  typeText(jana, 'new');
  expect(await redo()).toBe(false);
  expect(asked).toEqual(['restore']);
});

test('pressed again while the server is asked, it is still asked once, and nothing else is undone', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  jana.editor.commands.undo();
  jana.editor.commands.undo();
  jana.editor.commands.redo();
  await settle();
  expect([text(), asked]).toEqual(['before', ['restore']]);
});

test('when the server refuses, it can be tried again', async () => {
  addServerStep(jana.editor, step('restore'));
  answers = [false];
  await undo();
  await undo();
  expect(asked).toEqual(['restore', 'restore']);
});

test('what somebody else has taken back is no step any more', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  dropServerStep(jana.editor, 'restore');
  dropServerStep(jana.editor, 'unknown');
  expect(countServerSteps(jana.editor.state)).toEqual({ undo: 0, redo: 0 });
  await undo();
  expect([text(), asked]).toEqual(['', []]);
});

test('is not passed over when others removed what was typed after it', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  const end = petr.editor.state.doc.content.size - 1;
  petr.editor.commands.deleteRange({ from: end - ' after'.length, to: end });
  await undo();
  expect([text(), asked]).toEqual(['before', ['restore']]);
});

test('a hundred steps later it is older than what can be undone', async () => {
  const { undoManager }: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(jana.editor.state);
  typeText(jana, 'x');
  addServerStep(jana.editor, step('restore'));
  for (let count = 0; count < 101; count += 1) {
    typeText(jana, 'y');
    undoManager.stopCapturing();
  }
  await undo();
  expect([text().length, asked]).toEqual([101, []]);
});
