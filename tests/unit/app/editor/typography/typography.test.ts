// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import {
  connectSeats,
  closeSeat,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
} from '../../../../support/editors.ts';

let seat: Seat | undefined;
afterEach(() => {
  if (seat) closeSeat(seat);
  seat = undefined;
});

function write(lang: string, typed: string): Seat {
  seat = openSeat('Jana', '#ce0d6e', { lang });
  typeText(seat, typed);
  return seat;
}

test.each([
  ['Řekl "ano" a šel', 'Řekl „ano“ a\u00a0šel'],
  ['("tak")', '(„tak“)'],
  ['Řekl: "Prý \'ano\'."', 'Řekl: „Prý ‚ano‘.“'],
  ["O'Connor", 'O’Connor'],
  ['"\'tak\'", ""', '„‚tak‘“, „“'],
  ["'it's'", '‚it’s‘'],
  ['Praha - Brno', 'Praha – Brno'],
  ['Praha -- Brno', 'Praha – Brno'],
  ['strany 10-20, ano', 'strany 10–20, ano'],
  ['počkej...', 'počkej…'],
  ['šel k lesu', 'šel k\u00a0lesu'],
  ['V Praze i v Brně', 'V\u00a0Praze i\u00a0v\u00a0Brně'],
  ['(s ním)', '(s\u00a0ním)'],
  ['lak je', 'lak je'],
])('Czech: %j becomes %j', (typed, shown) => {
  expect(write('cs', typed).editor.getText()).toBe(shown);
});

test.each([
  ['He said "yes" twice', 'He said “yes” twice'],
  ['("so")', '(“so”)'],
  ["it's 'fine'", 'it’s ‘fine’'],
  ["\"'so'\" 'it's' \"\"", '“‘so’” ‘it’s’ “”'],
  ['London - Paris', 'London – Paris'],
  ['wait--no', 'wait—no'],
  ['pages 10-20.', 'pages 10–20.'],
  ['wait...', 'wait…'],
  ['a dog, I saw', 'a dog, I saw'],
])('English: %j becomes %j', (typed, shown) => {
  expect(write('en-US', typed).editor.getText()).toBe(shown);
});

test.each([
  ['2026-11-21 je dnes'],
  ['tel. 555-1234 volej'],
  ['777-123-456 volej'],
  ['https://x.cz/a--b'],
  ['www.x.cz/"q"'],
])('%j stays as typed', (typed) => {
  expect(write('cs', typed).editor.getText()).toBe(typed);
});

test('nothing is substituted in code', () => {
  const inBlock = write('cs', '``` v "a" -- b - c ...');
  expect(inBlock.editor.getJSON().content[0]?.type).toBe('codeBlock');
  expect(inBlock.editor.state.doc.firstChild?.textContent).toBe('v "a" -- b - c ...');
  closeSeat(inBlock);
  const inLine = write('cs', 'x ');
  inLine.editor.commands.toggleCode();
  typeText(inLine, '"a" -- b');
  expect(inLine.editor.getText()).toBe('x "a" -- b');
});

test.each([
  ['Backspace', {}],
  ['z', { ctrlKey: true }],
])('%s right after a substitution restores the typed text', (key, modifiers) => {
  const { editor } = write('cs', 'Řekl "');
  expect(editor.getText()).toBe('Řekl „');
  pressKeys(editor, key, modifiers);
  expect(editor.getText()).toBe('Řekl "');
  pressKeys(editor, 'z', { ctrlKey: true });
  expect(editor.getText()).toBe('');
});

test.each([
  ['cs', '„ano"', '„ano“'],
  ['cs', 'Praha --', 'Praha –'],
  ['cs', 'Praha - ', 'Praha – '],
  ['cs', 'strany 10-20 ', 'strany 10–20 '],
  ['cs', 'jdu k ', 'jdu k\u00a0'],
  ['en-US', "it'", 'it’'],
  ['en-US', 'wait--', 'wait—'],
  ['en-US', 'wait...', 'wait…'],
  ['en-US', 'so ->', 'so →'],
  ['en-US', '(c)', '©'],
  ['en-US', '1/2 ', '½ '],
])('%s: Backspace right after %j restores it', (lang, typed, shown) => {
  const { editor } = write(lang, typed);
  expect(editor.getText()).toBe(shown);
  pressKeys(editor, 'Backspace');
  expect(editor.getText()).toBe(typed);
});

test('every one-letter Czech preposition and conjunction stays with its word', () => {
  const letters = 'k s v z o u a i K S V Z O U A I';
  expect(write('cs', `x ${letters} y`).editor.getText()).toBe(
    `x ${letters.replaceAll(' ', '\u00a0')}\u00a0y`,
  );
});

test('undo reverts a Markdown shortcut first, then the typing', () => {
  const { editor } = write('en-US', '# ');
  expect(editor.isActive('heading')).toBe(true);
  pressKeys(editor, 'z', { ctrlKey: true });
  expect(editor.isActive('heading')).toBe(false);
  expect(editor.getText()).toBe('# ');
});

test('a remote change is not substituted', () => {
  const mine = write('cs', 'ahoj ');
  const other = openSeat('Petr', '#007e68', { lang: 'en-US' });
  connectSeats(mine, other);
  other.editor.commands.insertContentAt(1, 'k "nám" -- ');
  expect(mine.editor.getText()).toBe('k "nám" -- ahoj ');
  closeSeat(other);
});

test('a new language applies from the next character on', () => {
  let lang = 'en-US';
  seat = openSeat('Jana', '#ce0d6e', { lang: () => lang });
  typeText(seat, '"a" ');
  lang = 'cs';
  typeText(seat, '"b"');
  expect(seat.editor.getText()).toBe('“a” „b“');
});
