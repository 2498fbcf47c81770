// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listShortcuts } from '../../../../../src/app/editor/shortcut-help/list-shortcuts.ts';
import { FORMATTING_COMMANDS } from '../../../../../src/app/editor/toolbar/formatting-commands.ts';
import { TEXT_STYLES } from '../../../../../src/app/editor/toolbar/text-styles.ts';
import {
  closeSeat,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';

const ACTIONS = { openLinkCard: () => undefined, chooseImages: () => undefined };

let pressed: Seat;
let clicked: Seat;

beforeEach(() => {
  pressed = openSeat('Jana', '#ce0d6e');
  clicked = openSeat('Jana', '#ce0d6e');
});

afterEach(() => {
  closeSeat(pressed);
  closeSeat(clicked);
});

/** Presses keys on a platform where Mod is Control. */
function press({ editor }: Seat, keys: string): void {
  const parts = keys.split('-');
  const key = parts.pop() ?? '';
  const has = (name: string): boolean => parts.includes(name);
  const letter = /^[a-z]$/.test(key);
  pressKeys(editor, letter && has('Shift') ? key.toUpperCase() : key, {
    ...(letter ? { keyCode: key.toUpperCase().charCodeAt(0) } : {}),
    ctrlKey: has('Mod') || has('Ctrl'),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  });
}

/** A document that every command changes. */
function prepare({ editor }: Seat, id: string): void {
  const align = id === 'alignRight' ? 'left' : 'right';
  const middle = `<p style="text-align: ${align}"><strong>one</strong> two</p>`;
  editor.commands.setContent(`<p>first</p>${middle}<p>last</p>`);
  editor.commands.setTextSelection({ from: 9, to: 13 });
}

const html = ({ editor }: Seat): string => readHtml(editor);
// The link card and the file dialog have keys outside of the text.
const inText = FORMATTING_COMMANDS.flatMap((command) =>
  command.keys === undefined || command.group === 'history' || ['link', 'image'].includes(command.id)
    ? []
    : [{ ...command, keys: command.keys }],
);

test.each(inText)('$keys does the same as the button of $id', ({ id, keys, run }) => {
  prepare(pressed, id);
  prepare(clicked, id);
  const before = html(pressed);
  press(pressed, keys);
  run(clicked.editor, ACTIONS);
  expect(html(pressed)).toBe(html(clicked));
  expect(html(pressed)).not.toBe(before);
});

test('undo and redo have the keys of their buttons', () => {
  const keysOf = (id: string): string => FORMATTING_COMMANDS.find((one) => one.id === id)?.keys ?? '';
  typeText(pressed, 'a');
  press(pressed, keysOf('undo'));
  expect(html(pressed)).toBe('<p></p>');
  press(pressed, keysOf('redo'));
  expect(html(pressed)).toBe('<p>a</p>');
});

describe.each(TEXT_STYLES)('$style', ({ style, keys, moreKeys, apply }) => {
  test.each([keys, moreKeys])('%s', (shortcut) => {
    for (const { editor } of [pressed, clicked])
      editor.commands.setContent(style === 'paragraph' ? '<h1>a</h1>' : '<p>a</p>');
    const before = html(pressed);
    press(pressed, shortcut);
    apply(clicked.editor);
    expect(html(pressed)).toBe(html(clicked));
    expect(html(pressed)).not.toBe(before);
  });
});

test.each(['3', '#'])(
  'Control+Shift+3 sets a heading, whether the key types %s or another character',
  (key) => {
    pressKeys(pressed.editor, key, { code: 'Digit3', keyCode: 51, ctrlKey: true, shiftKey: true });
    expect(html(pressed)).toBe('<h3></h3>');
  },
);

test('on Windows no shortcut uses Control+Alt, which types characters on some keyboards', () => {
  const keys = listShortcuts('Win32').flatMap(({ shortcuts }) => shortcuts.map((one) => one.keys));
  expect(keys.filter((one) => /(?:Mod|Ctrl)-Alt-|Alt-(?:Mod|Ctrl)-/.test(one))).toEqual([]);
});

const keysOn = (platform: string, name: string): string | undefined =>
  listShortcuts(platform)
    .flatMap(({ shortcuts }) => shortcuts)
    .find((one) => one.name === name)?.keys;

test('lists every command with a shortcut, and headings with keys that type nothing on the platform', () => {
  for (const { id, keys } of FORMATTING_COMMANDS)
    expect(keysOn('MacIntel', `editor:command.${id}`)).toBe(keys);
  expect(keysOn('Win32', 'editor:style.heading2')).toBe('Ctrl-Shift-2');
  expect(keysOn('Linux x86_64', 'editor:style.heading2')).toBe('Mod-Alt-2');
  expect(keysOn('MacIntel', 'editor:style.heading2')).toBe('Mod-Alt-2');
});
