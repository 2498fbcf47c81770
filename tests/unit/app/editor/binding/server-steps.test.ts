// @vitest-environment jsdom
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';
import {
  addServerStep,
  countServerSteps,
  dropServerStep,
  type ServerStep,
} from '../../../../../src/app/editor/binding/server-steps.ts';
import { undoSteps } from '../../../../../src/app/editor/binding/undo-depth.ts';
import { typeText } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

/** Requests to the server, in order. */
let requests: string[];
let answers: boolean[];

beforeEach(() => {
  requests = [];
  answers = [];
});

function step(id: string): ServerStep {
  return {
    id,
    takeBack: async () => {
      requests.push(id);
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

test('a server step is undone first, then the input before it', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  petr.editor.commands.insertContentAt(0, '<p>Petr</p>');
  expect(await undo()).toBe(true);
  expect(requests).toEqual(['restore']);
  expect(text()).toContain('before');
  expect(await undo()).toBe(true);
  expect(text()).not.toContain('before');
  expect(await undo()).toBe(false);
  expect(requests).toEqual(['restore']);
});

test('input after it is undone before it, however soon it follows', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  await undo();
  expect([text(), requests]).toEqual(['before', []]);
  await undo();
  expect([text(), requests]).toEqual(['before', ['restore']]);
  await undo();
  expect(text()).toBe('');
});

test('it is the only step where there is no input, and the buttons show it', async () => {
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 0, redo: 0 });
  addServerStep(jana.editor, step('restore'));
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 1, redo: 0 });
  expect(jana.editor.can().undo()).toBe(true);
  expect(requests).toEqual([]);
  await undo();
  expect(undoSteps(jana.editor.state)).toEqual({ undo: 0, redo: 1 });
});

test('redo restores it in its place', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  await undo();
  await undo();
  await undo();
  await redo();
  expect([text(), requests]).toEqual(['before', ['restore']]);
  await redo();
  expect(requests).toEqual(['restore', 'not restore']);
  await redo();
  expect(text()).toBe('before after');
  await undo();
  await undo();
  expect(requests).toEqual(['restore', 'not restore', 'not not restore']);
});

test('input after its undo clears redo', async () => {
  addServerStep(jana.editor, step('restore'));
  await undo();
  typeText(jana, 'new');
  expect(await redo()).toBe(false);
  expect(requests).toEqual(['restore']);
});

test('repeated undo during the request sends it once and undoes nothing else', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  jana.editor.commands.undo();
  jana.editor.commands.undo();
  jana.editor.commands.redo();
  await settle();
  expect([text(), requests]).toEqual(['before', ['restore']]);
});

test('after a refusal by the server, undo can be repeated', async () => {
  addServerStep(jana.editor, step('restore'));
  answers = [false];
  await undo();
  await undo();
  expect(requests).toEqual(['restore', 'restore']);
});

test('a step that was reversed elsewhere is dropped', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  dropServerStep(jana.editor, 'restore');
  dropServerStep(jana.editor, 'unknown');
  expect(countServerSteps(jana.editor.state)).toEqual({ undo: 0, redo: 0 });
  await undo();
  expect([text(), requests]).toEqual(['', []]);
});

test('it is not skipped when remote changes removed the input after it', async () => {
  typeText(jana, 'before');
  addServerStep(jana.editor, step('restore'));
  typeText(jana, ' after');
  const end = petr.editor.state.doc.content.size - 1;
  petr.editor.commands.deleteRange({ from: end - ' after'.length, to: end });
  await undo();
  expect([text(), requests]).toEqual(['before', ['restore']]);
});

test('it is dropped once a hundred newer steps exist', async () => {
  const { undoManager }: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(jana.editor.state);
  typeText(jana, 'x');
  addServerStep(jana.editor, step('restore'));
  for (let count = 0; count < 101; count += 1) {
    typeText(jana, 'y');
    undoManager.stopCapturing();
  }
  await undo();
  expect([text().length, requests]).toEqual([101, []]);
});
