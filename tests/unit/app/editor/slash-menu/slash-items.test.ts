import { expect, test } from 'vitest';
import { findSlashItems } from '../../../../../src/app/editor/slash-menu/slash-items.ts';

const found = (query: string): string[] => findSlashItems(query).map(({ name }) => name);

test('without a query, all blocks are offered', () => {
  expect(found('')).toEqual([
    'style.paragraph',
    'style.heading1',
    'style.heading2',
    'command.bulletList',
    'command.orderedList',
    'command.taskList',
    'command.table',
    'command.image',
    'style.heading3',
    'command.blockquote',
    'command.codeBlock',
    'command.horizontalRule',
    'command.details',
    'callout.info',
    'callout.success',
    'callout.warning',
    'callout.danger',
    'command.blockMath',
    'command.inlineMath',
    'style.heading4',
    'style.heading5',
    'style.heading6',
    'comment.add',
  ]);
});

test.each([
  ['heading 2', ['style.heading2']],
  ['nadpis 2', ['style.heading2']],
  ['H2', ['style.heading2']],
  ['ukol', ['command.taskList']],
  ['úkol', ['command.taskList']],
  ['CITACE', ['command.blockquote']],
  ['quote', ['command.blockquote']],
  ['obrazek', ['command.image']],
  ['tabulka', ['command.table']],
  ['varovani', ['callout.warning']],
  ['ramecek pozn', ['callout.info']],
  ['rovnice', ['command.blockMath', 'command.inlineMath']],
  ['toggle', ['command.details']],
  ['sbalit', ['command.details']],
  ['vodorovna cara', ['command.horizontalRule']],
  ['seznam', ['command.bulletList', 'command.orderedList', 'command.taskList']],
  ['list ', ['command.bulletList', 'command.orderedList', 'command.taskList']],
])('"%s" finds its blocks, in either language, with or without accents', (query, names) => {
  expect(found(query)).toEqual(names);
});

test('each word of the query must start a word of the item', () => {
  expect(found('eading')).toEqual([]);
  expect(found('heading zebra')).toEqual([]);
});
