// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  FORMATTING_COMMANDS,
  type CommandId,
} from '../../../../../src/app/editor/toolbar/formatting-commands.ts';
import { useToolbarState, type ToolbarState } from '../../../../../src/app/editor/toolbar/toolbar-state.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { readHtml } from '../../../../support/editors.ts';

seatOne();

/** Commands with pressed buttons, except for the default alignment. */
const pressed = ({ commands }: ToolbarState): string[] =>
  Object.entries(commands)
    .filter(([id, { active }]) => active === true && id !== 'alignLeft')
    .map(([id]) => id);

const PLACES: readonly [html: string, pressed: CommandId[], style?: string][] = [
  ['<p><strong>here</strong></p>', ['bold']],
  ['<p><em>here</em></p>', ['italic']],
  ['<p><u>here</u></p>', ['underline']],
  ['<p><s>here</s></p>', ['strike']],
  ['<p><mark>here</mark></p>', ['highlight']],
  ['<p><code>here</code></p>', ['code']],
  ['<p><sub>here</sub></p>', ['subscript']],
  ['<p><sup>here</sup></p>', ['superscript']],
  ['<p><a href="https://a.cz">here</a></p>', ['link']],
  ['<p><strong><em>here</em></strong></p>', ['bold', 'italic']],
  ['<ul><li><p>here</p></li></ul>', ['bulletList']],
  ['<ol><li><p>here</p></li></ol>', ['orderedList']],
  ['<ul data-type="taskList"><li data-type="taskItem"><p>here</p></li></ul>', ['taskList']],
  ['<blockquote><p>here</p></blockquote>', ['blockquote']],
  ['<div data-type="callout" data-kind="info"><p>here</p></div>', ['callout']],
  ['<pre><code>here</code></pre>', ['codeBlock'], 'codeBlock'],
  ['<p style="text-align: center">here</p>', ['alignCenter']],
  ['<p style="text-align: right">here</p>', ['alignRight']],
  ['<p style="text-align: justify">here</p>', ['alignJustify']],
  ['<h1>here</h1>', [], 'heading1'],
  ['<h2>here</h2>', [], 'heading2'],
  ['<h3>here</h3>', [], 'heading3'],
  ['<h4>here</h4>', [], 'heading4'],
  ['<h5>here</h5>', [], 'heading5'],
  ['<h6>here</h6>', [], 'heading6'],
];

/** Start of the text. */
function placeOf(words: string): number {
  let place = -1;
  seat.editor.state.doc.descendants((node, at) => {
    if (node.text === words) place = at;
  });
  return place;
}

test('the state follows the caret', () => {
  const { result } = renderHook(() => useToolbarState(seat.editor));
  const stateOf = (html: string): unknown => [
    html,
    pressed(result.current),
    result.current.style,
    result.current.commands.alignLeft.active,
  ];
  for (const [html, expected, style = 'paragraph'] of PLACES) {
    act(() => void seat.editor.commands.setContent(`<p>plain</p>${html}<p>after</p>`));
    act(() => void seat.editor.commands.setTextSelection(placeOf('here') + 2));
    const isLeft = !expected.some((id) => id.startsWith('align'));
    expect(stateOf(html)).toEqual([html, expected, style, isLeft]);
    act(() => void seat.editor.commands.setTextSelection(2));
    expect(stateOf(html)).toEqual([html, [], 'paragraph', true]);
  }
});

test('formatting is not available in code', () => {
  seat.editor.commands.setContent('<pre><code>here</code></pre><p>plain</p>');
  seat.editor.commands.setTextSelection(2);
  const { result } = renderHook(() => useToolbarState(seat.editor));
  expect(result.current.commands.bold.available).toBe(false);
  act(() => void seat.editor.commands.setTextSelection(8));
  expect(result.current.commands.bold.available).toBe(true);
});

const opened: string[] = [];
const run = (id: CommandId): void =>
  FORMATTING_COMMANDS.find((one) => one.id === id)?.run(seat.editor, {
    openLinkCard: () => opened.push('the link card'),
    chooseImages: () => opened.push('files'),
  });

test('Link opens the link card, Image the file dialog', () => {
  opened.length = 0;
  run('link');
  run('image');
  expect(opened).toEqual(['the link card', 'files']);
});

test.each<CommandId>([
  'horizontalRule',
  'hardBreak',
  'table',
  'details',
  'callout',
  'blockMath',
  'inlineMath',
])('%s is inserted by its button', (id) => {
  run(id);
  expect(JSON.stringify(seat.editor.getJSON())).toContain(`"type":"${id}"`);
});

test('align left removes an alignment', () => {
  seat.editor.commands.setContent('<p style="text-align: right">a</p>');
  run('alignLeft');
  expect(readHtml(seat.editor)).toBe('<p>a</p>');
});
