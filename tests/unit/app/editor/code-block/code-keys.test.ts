// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { pressKeys, typeText } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const code = (): string | undefined => petr.editor.state.doc.firstChild?.textContent;
const press = (key: string, modifiers: KeyboardEventInit = {}): boolean =>
  pressKeys(jana.editor, key, modifiers);

beforeEach(() => {
  jana.editor.commands.setContent('<pre><code>if x:</code></pre><p></p>');
  jana.editor.commands.setTextSelection(6);
});

test('Tab indents a line, Shift+Tab outdents it', () => {
  press('Enter');
  expect(press('Tab')).toBe(true);
  typeText(jana, 'pass');
  expect(code()).toBe('if x:\n    pass');
  expect(press('Tab', { shiftKey: true })).toBe(true);
  expect(code()).toBe('if x:\npass');
});

test('Enter three times leaves the code block', () => {
  for (let times = 0; times < 3; times += 1) press('Enter');
  typeText(jana, 'after');
  expect(code()).toBe('if x:');
  expect(petr.editor.getText({ blockSeparator: '|' })).toBe('if x:|after|');
});

test('Backspace at the start of an empty code block makes it a paragraph', () => {
  jana.editor.commands.setContent('<pre><code></code></pre>');
  jana.editor.commands.setTextSelection(1);
  press('Backspace');
  expect(petr.editor.state.doc.firstChild?.type.name).toBe('paragraph');
});
