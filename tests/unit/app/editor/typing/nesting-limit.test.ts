// @vitest-environment jsdom
/** The log refuses deep nesting, so the editor must not allow it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { lintUpdate } from '#contract/lint-update.ts';
import { closeSeat, openSeat, paste, pressKeys, typeText, type Seat } from '../../../../support/editors.ts';

/** Nested lists: an item takes two levels, its text one. */
const DEEPEST_LISTS = 31;

const lists = (levels: number, words = '<li><p>one</p></li><li><p>two</p></li>'): string =>
  `${'<ul><li><p>in</p>'.repeat(levels - 1)}<ul>${words}</ul>${'</li></ul>'.repeat(levels - 1)}`;

let seat: Seat;
let refusals: number;

beforeEach(() => {
  refusals = 0;
  seat = openSeat('Jana', '#ce0d6e', { onTooDeep: () => (refusals += 1) });
});
afterEach(() => closeSeat(seat));

const text = (): string => seat.editor.getText();
const isSaved = (): boolean => lintUpdate(Y.encodeStateAsUpdate(seat.doc)).ok;

test('Tab nests a list as deep as can be saved, and no deeper', () => {
  seat.editor.commands.setContent(lists(DEEPEST_LISTS - 1));
  seat.editor.commands.focus('end');
  pressKeys(seat.editor, 'Tab');
  expect(refusals).toBe(0);
  expect(seat.editor.state.selection.$from.depth).toBe(2 * DEEPEST_LISTS + 1);
  expect(isSaved()).toBe(true);

  seat.editor.commands.splitListItem('listItem');
  typeText(seat, 'three');
  const before = text();
  expect(pressKeys(seat.editor, 'Tab')).toBe(true);
  expect(refusals).toBe(1);
  expect(text()).toBe(before);
  typeText(seat, ' goes on');
  expect(text()).toContain('three goes on');
  expect(isSaved()).toBe(true);
});

test('pasted content that is too deep is refused as a whole', () => {
  seat.editor.commands.setContent(lists(DEEPEST_LISTS));
  seat.editor.commands.focus('end');
  const before = seat.editor.getJSON();
  paste(seat, { html: lists(20, '<li><p>deep</p></li>') });
  expect(refusals).toBe(1);
  expect(seat.editor.getJSON()).toEqual(before);
  expect(isSaved()).toBe(true);
});

test('wrapping content counts its new depth', () => {
  seat.editor.commands.setContent(lists(DEEPEST_LISTS, '<li><p>one</p></li>'));
  seat.editor.commands.selectAll();
  seat.editor.commands.wrapIn('blockquote');
  expect(refusals).toBe(0);
  seat.editor.commands.selectAll();
  seat.editor.commands.wrapIn('blockquote');
  expect(refusals).toBe(1);
  expect(isSaved()).toBe(true);
});
