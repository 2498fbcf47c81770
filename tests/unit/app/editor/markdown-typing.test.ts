// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { HEADING_LEVELS } from '../../../../src/app/editor/schema.ts';
import { pressKeys, typeText } from '../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../support/two-seats.ts';

seatTwo({ lang: 'cs' });

test.each([
  ['**tučně**', '<strong>tučně</strong>'],
  ['__tučně__', '<strong>tučně</strong>'],
  ['*kurzíva*', '<em>kurzíva</em>'],
  ['_kurzíva_', '<em>kurzíva</em>'],
  ['~~pryč~~', '<s>pryč</s>'],
  ['`x`', '<code>x</code>'],
  ['==pozor==', '<mark>pozor</mark>'],
])('typed %s is formatted, for both, and what follows is not', (typed, html) => {
  typeText(jana, `slovo ${typed} dál`);
  const whole = `<p>slovo ${html} dál</p>`;
  expect(jana.editor.getHTML()).toBe(whole);
  expect(petr.editor.getHTML()).toBe(whole);
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
])('%s stays as it is', (typed) => {
  typeText(petr, typed);
  expect(petr.editor.getHTML()).toBe(`<p>${typed}</p>`);
});

test.each([
  ['*a b*', '<em>a b</em>'],
  ['_snake case_', '<em>snake case</em>'],
  ['_čau!_', '<em>čau!</em>'],
  ['**2 < 3**', '<strong>2 &lt; 3</strong>'],
  ['*a*', '<em>a</em>'],
])('typed %s is formatted from its first letter to its last', (typed, html) => {
  typeText(petr, typed);
  expect(petr.editor.getHTML()).toBe(`<p>${html}</p>`);
});

test.each([
  ['_a_', '_a_word'],
  ['*a!*', '*a!*word'],
  ['*a*', '<em>a</em>word'],
  ['~~a~~', '<s>a</s>word'],
])('%s before a word is read as everywhere', (typed, html) => {
  typeText(petr, 'word');
  petr.editor.commands.setTextSelection(1);
  typeText(petr, typed);
  expect(petr.editor.getHTML()).toBe(`<p>${html}</p>`);
});

test.each(HEADING_LEVELS)('a heading of level %i is typed with as many #', (level) => {
  typeText(jana, `${'#'.repeat(level)} Plán`);
  expect(petr.editor.getHTML()).toBe(`<h${level}>Plán</h${level}>`);
});

test('seven # are no heading', () => {
  typeText(jana, '####### Plán');
  expect(jana.editor.getHTML()).toBe('<p>####### Plán</p>');
});

test.each([
  ['[x] ', '<li data-checked="true"'],
  ['* ', '<ul>'],
  ['+ ', '<ul>'],
  ['3. ', '<ol start="3"'],
  ['---', '<hr>'],
  ['~~~ ', '<pre>'],
])('typed %j is %s', (typed, html) => {
  typeText(jana, typed);
  expect(petr.editor.getHTML()).toContain(html);
});

test('Backspace right after gives back what was typed', () => {
  typeText(jana, '**tučně**');
  pressKeys(jana.editor, 'Backspace');
  expect(jana.editor.getHTML()).toBe('<p>**tučně**</p>');
});
