// @vitest-environment jsdom
/** Inline nodes within a sentence move with it, attributes included. */
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import type { UndoManager } from 'yjs';
import { createDice } from '../fuzz/dice.ts';
import { typeText } from '../support/editors.ts';
import { findText } from './changes.ts';
import { createSchedule } from './schedule.ts';
import { openCompany, type Person } from './slow-line.ts';

const MENTION = { type: 'mention', attrs: { id: '00000000-0000-4000-8000-000000000001', label: 'Ann' } };
const FORMULA = { type: 'inlineMath', attrs: { latex: 'x^2' } };
const BOLD = { type: 'text', marks: [{ type: 'bold' }], text: 'bold' };
const TEXT = '<p>alpha beta</p><p>gamma delta</p><p>omega end</p>';

function sitDown() {
  const schedule = createSchedule();
  const line = { delayMs: 80, jitterMs: 0, loss: 0 };
  const company = openCompany(['Boris', 'Anna'], line, schedule, createDice(1, 'nodes'));
  const [typist, other] = company.people as readonly [Person, Person];
  other.editor.commands.setContent(TEXT);
  schedule.run();
  return { typist, other, schedule, close: company.close };
}

/** Text and node attributes of each block. */
const read = ({ editor }: Person): unknown =>
  (editor.getJSON().content ?? []).map(({ type, content = [] }) => [
    type,
    ...content.map((node) => ('text' in node ? node.text : node.attrs)),
  ]);

test('inline nodes move into a heading that a peer made of their paragraph', () => {
  const { typist, other, schedule, close } = sitDown();
  typist.editor.commands.setTextSelection(findText(typist.editor.state, 'delta') + 5);
  typeText(typist, ' for ');
  typist.editor.commands.insertContent([MENTION, { type: 'text', text: ' and ' }, FORMULA, BOLD]);
  other.editor.commands.setTextSelection(findText(other.editor.state, 'gamma'));
  other.editor.commands.setHeading({ level: 2 });
  schedule.run();
  for (const person of [typist, other])
    expect(read(person)).toEqual([
      ['paragraph', 'alpha beta'],
      ['heading', 'gamma delta for ', MENTION.attrs, ' and ', FORMULA.attrs, 'bold'],
      ['paragraph', 'omega end'],
    ]);
  close();
});

test('inline nodes restored by an undo go into the block that a peer has changed', () => {
  const { typist, other, schedule, close } = sitDown();
  typist.editor.commands.setTextSelection(findText(typist.editor.state, 'delta'));
  typist.editor.commands.insertContent([MENTION, FORMULA]);
  schedule.run();
  const { undoManager }: { undoManager: UndoManager } = yUndoPluginKey.getState(typist.editor.state);
  undoManager.stopCapturing();
  const from = findText(typist.editor.state, 'gamma') + 2;
  typist.editor.commands.setTextSelection({ from, to: from + 'mma '.length + 2 + 'del'.length });
  typist.editor.commands.deleteSelection();
  schedule.run();
  other.editor.commands.setTextSelection(findText(other.editor.state, 'ga'));
  other.editor.commands.setHeading({ level: 2 });
  schedule.run();
  typist.editor.commands.undo();
  schedule.run();
  for (const person of [typist, other])
    expect(read(person)).toEqual([
      ['paragraph', 'alpha beta'],
      ['heading', 'gamma ', MENTION.attrs, FORMULA.attrs, 'delta'],
      ['paragraph', 'omega end'],
    ]);
  close();
});
