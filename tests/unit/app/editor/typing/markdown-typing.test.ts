// @vitest-environment jsdom
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { HEADING_LEVELS } from '../../../../../src/app/editor/schema/document-schema.ts';
import { pressKeys, typeText, readHtml } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo({ lang: 'cs' });

test.each([
  ['**tučně**', '<strong>tučně</strong>'],
  ['__tučně__', '<strong>tučně</strong>'],
  ['*kurzíva*', '<em>kurzíva</em>'],
  ['_kurzíva_', '<em>kurzíva</em>'],
  ['~~pryč~~', '<s>pryč</s>'],
  ['`x`', '<code>x</code>'],
  ['==pozor==', '<mark>pozor</mark>'],
])('typed %s is formatted for both, and the text behind it is not', (typed, html) => {
  typeText(jana, `slovo ${typed} dál`);
  const whole = `<p>slovo ${html} dál</p>`;
  expect(readHtml(jana.editor)).toBe(whole);
  expect(readHtml(petr.editor)).toBe(whole);
});

test.each([
  'snake_case_name',
  'a_b_ c',
  'a*b*c',
  'a * b * c',
  'a _ b _ c',
  'a *b * c',
  'a * b* c',
  'a _b _ c',
  'a _ b_ c',
  '2 ** 3 ** 4',
  'a **b ** c',
  'a ** b** c',
  'a __b __ c',
  'a __ b__ c',
  'a == b == c',
  'a ==b == c',
  'a == b== c',
  '~~ asi ~~ tak',
  'a ~~b ~~ c',
  'a ~~ b~~ c',
  'a ****',
  'a __ __',
  'a ====',
  '__init__',
  'a __name__ == x',
  '__post_init__',
  '__tests__',
])('%s stays as it is', (typed) => {
  typeText(petr, typed);
  expect(readHtml(petr.editor)).toBe(`<p>${typed}</p>`);
});

test.each([
  ['*a b*', '<em>a b</em>'],
  ['_snake case_', '<em>snake case</em>'],
  ['_čau!_', '<em>čau!</em>'],
  ['**2 < 3**', '<strong>2 &lt; 3</strong>'],
  ['*a*', '<em>a</em>'],
  ['_snake_case_', '<em>snake_case</em>'],
  ['_a_b_c_', '<em>a_b_c</em>'],
  ['__init__file__', '<strong>init__file</strong>'],
  ['_a_, _b_', '<em>a</em>, <em>b</em>'],
])('typed %s is formatted from its first to its last character', (typed, html) => {
  typeText(petr, typed);
  expect(readHtml(petr.editor)).toBe(`<p>${html}</p>`);
});

test.each([
  ['_a_', '_a_word'],
  ['*a!*', '*a!*word'],
  ['*a*', '<em>a</em>word'],
  ['~~a~~', '<s>a</s>word'],
])('%s before a word follows the same rules', (typed, html) => {
  typeText(petr, 'word');
  petr.editor.commands.setTextSelection(1);
  typeText(petr, typed);
  expect(readHtml(petr.editor)).toBe(`<p>${html}</p>`);
});

test.each(['_snake_case', '_snake_2', '__init__file', '_snake_case_name'])(
  '%s stays as it is: an underscore inside a word closes nothing',
  (typed) => {
    typeText(petr, typed);
    expect(readHtml(petr.editor)).toBe(`<p>${typed}</p>`);
    petr.editor.commands.undo();
    expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
  },
);

test('an underscore inside a word is literal even after a remote change before it', () => {
  typeText(petr, '_snake_');
  expect(readHtml(petr.editor)).toBe('<p><em>snake</em></p>');
  jana.editor.commands.insertContentAt(0, '<p>first</p>');
  typeText(petr, 'case');
  expect(readHtml(petr.editor)).toBe('<p>first</p><p>_snake_case</p>');
});

test('a letter typed after the caret was elsewhere does not continue the word', () => {
  typeText(petr, '_snake_');
  petr.editor.commands.setTextSelection(2);
  petr.editor.commands.setTextSelection(6);
  typeText(petr, 'x');
  expect(readHtml(petr.editor)).not.toContain('_');
});

test('a composed letter stays as composed', () => {
  vi.useFakeTimers();
  typeText(petr, '_snake_');
  const { view } = petr.editor;
  view.dispatch(view.state.tr.insertText('č'));
  expect(readHtml(petr.editor)).toBe('<p><em>snake</em>č</p>');
  fireEvent.compositionEnd(view.dom);
  vi.runAllTimers();
  expect(readHtml(petr.editor)).toBe('<p>_snake_č</p>');
  vi.useRealTimers();
});

test.each(HEADING_LEVELS)('a heading of level %i is typed with as many #', (level) => {
  typeText(jana, `${'#'.repeat(level)} Plán`);
  expect(readHtml(petr.editor)).toBe(`<h${level}>Plán</h${level}>`);
});

test('seven # are not a heading', () => {
  typeText(jana, '####### Plán');
  expect(readHtml(jana.editor)).toBe('<p>####### Plán</p>');
});

test.each([
  ['[x] ', '<li data-checked="true"'],
  ['* ', '<ul>'],
  ['+ ', '<ul>'],
  ['1. ', '<ol><li>'],
  ['---', '<hr>'],
  ['~~~ ', '<pre>'],
])('typed %j is %s', (typed, html) => {
  typeText(jana, typed);
  expect(readHtml(petr.editor)).toContain(html);
});

const task = (text: string, checked = false): RegExp =>
  new RegExp(`<li data-checked="${String(checked)}"(?:(?!</li>).)*<p>${text}</p>`);

test.each(['- [ ] mléko', '- [] mléko', '* [ ] mléko', '1. [ ] mléko'])('typed %j is a task', (typed) => {
  typeText(jana, typed);
  expect(readHtml(petr.editor)).toMatch(task('mléko'));
  expect(readHtml(petr.editor)).toMatch(/^<ul data-type="taskList">(?:(?!<ul|<ol).)*$/);
});

test('typed "- [x] " is a checked task', () => {
  typeText(jana, '- [x] mléko');
  expect(readHtml(petr.editor)).toMatch(task('mléko', true));
});

test('a typed box turns only its own list item into a task', () => {
  typeText(jana, '- chléb');
  pressKeys(jana.editor, 'Enter');
  typeText(jana, '[ ] mléko');
  expect(readHtml(petr.editor)).toMatch(/^<ul><li><p>chléb<\/p><\/li><\/ul><ul data-type="taskList">/);
  expect(readHtml(petr.editor)).toMatch(task('mléko'));
});

test('a box behind other text is text', () => {
  typeText(jana, '- chléb [ ] mléko');
  expect(readHtml(jana.editor)).toBe('<ul><li><p>chléb [ ] mléko</p></li></ul>');
});

test('Backspace right after the box of a task in a list restores the typed text', () => {
  typeText(jana, '- [ ] ');
  pressKeys(jana.editor, 'Backspace');
  expect(readHtml(jana.editor)).toBe('<ul><li><p>[ ] </p></li></ul>');
  expect(readHtml(petr.editor)).toBe(readHtml(jana.editor));
});

test.each([
  '**tučně**',
  '_kurzíva_',
  '~~pryč~~',
  '`x`',
  '==pozor==',
  '# ',
  '###### ',
  '- ',
  '1. ',
  '[ ] ',
  '> ',
  '``` ',
  '[web](https://a.cz)',
])('Backspace right after %j restores the typed text', (typed) => {
  typeText(jana, typed);
  expect(readHtml(jana.editor)).not.toBe(`<p>${typed}</p>`);
  pressKeys(jana.editor, 'Backspace');
  expect(jana.editor.state.doc.firstChild?.type.name).toBe('paragraph');
  expect(jana.editor.state.doc.firstChild?.textContent).toBe(typed);
  expect(readHtml(petr.editor)).toBe(readHtml(jana.editor));
});

test('Backspace right after a rule restores the dashes, of which two are one by then', () => {
  typeText(jana, '---');
  expect(readHtml(jana.editor)).toContain('<hr>');
  pressKeys(jana.editor, 'Backspace');
  expect(jana.editor.state.doc.firstChild?.textContent).toBe('–-');
});
