// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { SuggestionList } from '../../../../../src/app/editor/suggestions/suggestion-list.tsx';
import type { Language } from '#contract/languages.ts';
import {
  closeSeat,
  connectSeats,
  openSeat,
  pressKeys,
  typeText,
  readHtml,
} from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
drawInPage();

function show(language: Language = 'en-US'): void {
  renderApp(
    <SuggestionList
      editor={seat.editor}
      actions={{ openLinkCard: () => undefined, chooseImages: () => undefined }}
    />,
    language,
  );
}

const type = (text: string): void => act(() => typeText(seat, text));
function press(key: string): boolean {
  let taken = false;
  act(() => {
    taken = pressKeys(seat.editor, key);
  });
  return taken;
}

const undo = (): void => act(() => void seat.editor.commands.undo());
// Hidden until it is placed, which is asynchronous.
const hidden = true;
const list = (): HTMLElement | null => screen.queryByRole('listbox', { hidden });
const offered = (): (string | null)[] =>
  screen.getAllByRole('option', { hidden }).map((one) => one.textContent);
const html = (): string => readHtml(seat.editor);

/** The item of `aria-activedescendant`. */
function pointedAt(): string | null {
  const id = seat.editor.view.dom.getAttribute('aria-activedescendant');
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
}

test.each(['/', 'ahoj /', 'v\u00a0/'])('opens after "%s"', (text) => {
  show();
  type(text);
  expect(list()).toBeTruthy();
  expect(offered()).toHaveLength(21);
});

test.each(['a/', 'http:/', '1 / 2', '/ or', '//', 'and /1'])('stays closed after "%s"', (text) => {
  show();
  type(text);
  expect(list()).toBeNull();
});

test('opens after a line break, but not directly behind text in another format', () => {
  show();
  seat.editor.commands.setContent('<p>a<br></p><p><strong>bold</strong></p>');
  seat.editor.commands.setTextSelection(3);
  type('/');
  expect(list()).toBeTruthy();
  press('Escape');
  seat.editor.chain().setTextSelection(9).unsetBold().run();
  type('/');
  expect(list()).toBeNull();
});

test.each([
  ['<pre><code></code></pre>', 1],
  ['<p><code>x </code></p>', 3],
])('never opens in code: %s', (content, caret) => {
  show();
  seat.editor.commands.setContent(content);
  seat.editor.commands.setTextSelection(caret);
  type('/');
  expect(html()).toContain('/</code>');
  expect(list()).toBeNull();
});

test('input narrows the list, no match closes it, Backspace reopens it', () => {
  show();
  type('/head');
  expect(offered()).toEqual([1, 2, 3, 4, 5, 6].map((level) => `Heading ${level}`));
  type('ing 3');
  expect(offered()).toEqual(['Heading 3']);
  type('x');
  expect(list()).toBeNull();
  const { from } = seat.editor.state.selection;
  act(() => void seat.editor.commands.deleteRange({ from: from - 1, to: from }));
  expect(offered()).toEqual(['Heading 3']);
});

test('unavailable commands are not offered: images without an upload', () => {
  show();
  type('/image');
  expect(list()).toBeNull();
  press('Tab');
  expect(html()).toBe('<p>/image</p>');
});

test('the Czech interface lists Czech names and finds blocks by English terms', () => {
  show('cs');
  type('/todo');
  expect(offered()).toEqual(['Seznam úkolů']);
  expect(list()?.getAttribute('aria-label')).toBe('Vložit blok');
});

test('aria-activedescendant follows the active item; arrows wrap around', () => {
  show();
  const text = seat.editor.view.dom;
  expect(text.hasAttribute('aria-controls')).toBe(false);
  type('/list');
  expect(text.getAttribute('aria-controls')).toBe(list()?.id);
  expect(pointedAt()).toBe('Bullet list');
  expect(press('ArrowDown')).toBe(true);
  expect(pointedAt()).toBe('Ordered list');
  expect(screen.getByRole('option', { selected: true, hidden }).textContent).toBe('Ordered list');
  press('ArrowUp');
  press('ArrowUp');
  expect(pointedAt()).toBe('Task list');
  press('Escape');
  expect(list()).toBeNull();
  expect(pointedAt()).toBeNull();
  expect(text.hasAttribute('aria-haspopup')).toBe(false);
});

test.each(['Enter', 'Tab'])(
  '%s inserts the block in place of the query, and one undo restores the query',
  (key) => {
    show();
    type('ahoj /nadpis 2');
    press(key);
    expect(html()).toBe('<h2>ahoj </h2>');
    expect(list()).toBeNull();
    type('x');
    undo();
    expect(html()).toBe('<h2>ahoj </h2>');
    undo();
    expect(html()).toBe('<p>ahoj /nadpis 2</p>');
    expect(list()).toBeNull();
  },
);

test.each([
  ['/task', '<ul data-type="taskList">'],
  ['/ordered', '<ol>'],
  ['/quote', '<blockquote>'],
  ['/code', '<pre>'],
  ['/hr', '<hr>'],
  ['/tabulka', '<table'],
  ['/bullet', '<ul>'],
  ['/toggle', '<details'],
  ['/varovani', 'data-kind="warning"'],
  ['/latex', 'data-type="blockMath"'],
  ['/h6', '<h6>'],
])('"%s" and Enter inserts its block', (typed, expected) => {
  show();
  type(typed);
  press('Enter');
  expect(html()).toContain(expected);
  expect(seat.editor.getText()).not.toContain('/');
});

test('a click chooses, and the focus stays in the text', () => {
  show();
  type('/');
  const option = screen.getByText('Blockquote');
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(html()).toBe('<blockquote><p></p></blockquote>');
});

test('Escape keeps the query, and the menu stays closed while it is typed on', () => {
  show();
  type('/nad');
  press('Escape');
  type('pis ');
  expect(html()).toBe('<p>/nadpis </p>');
  expect(list()).toBeNull();
  expect(press('Tab')).toBe(false);
});

test('keys with modifiers and keys of an input method are ignored', () => {
  show();
  type('/');
  act(() => void pressKeys(seat.editor, 'Tab', { shiftKey: true }));
  fireEvent.compositionStart(seat.editor.view.dom);
  press('Enter');
  expect(html()).toBe('<p>/</p>');
});

test('moving the caret to an existing slash opens nothing', () => {
  show();
  seat.editor.commands.setContent('<p>/h</p><p>b</p>');
  act(() => void seat.editor.commands.setTextSelection(5));
  act(() => void seat.editor.commands.setTextSelection(3));
  expect(list()).toBeNull();
});

test('remote changes keep it open and in place', () => {
  const other = openSeat('Petr', '#2d5eec', { state: Y.encodeStateAsUpdate(seat.doc) });
  connectSeats(seat, other);
  show();
  type('/h1');
  act(
    () =>
      void other.editor.commands.insertContentAt(0, {
        type: 'paragraph',
        content: [{ type: 'text', text: 'first' }],
      }),
  );
  expect(offered()).toEqual(['Heading 1']);
  press('Enter');
  expect(html()).toBe('<p>first</p><h1></h1>');
  closeSeat(other);
});

test('a remote slash opens nothing here', () => {
  const other = openSeat('Petr', '#2d5eec', { state: Y.encodeStateAsUpdate(seat.doc) });
  connectSeats(seat, other);
  show();
  act(() => typeText(other, '/'));
  expect(html()).toBe('<p>/</p>');
  expect(list()).toBeNull();
  closeSeat(other);
});

test('blur closes it', () => {
  show();
  act(() => seat.editor.view.focus());
  type('/');
  act(() => seat.editor.view.dom.blur());
  expect(list()).toBeNull();
});
