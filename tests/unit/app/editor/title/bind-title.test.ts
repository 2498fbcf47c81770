// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { bindTitle } from '../../../../../src/app/editor/title/bind-title.ts';

const PEER = { peer: true };
let field: HTMLTextAreaElement;
let title: Y.Text;
let unbind: () => void;

beforeEach(() => {
  field = document.createElement('textarea');
  document.body.append(field);
  title = new Y.Doc().getText('title');
  title.insert(0, 'Plan');
  unbind = bindTitle(field, title);
  field.focus();
});

afterEach(() => {
  unbind();
  field.remove();
});

/** Like a browser: the field changes before the event. */
function type(text: string, at: number): void {
  field.value = field.value.slice(0, at) + text + field.value.slice(at);
  field.setSelectionRange(at + text.length, at + text.length);
  field.dispatchEvent(new InputEvent('input'));
}

const remotely = (edit: () => void): void => title.doc?.transact(edit, PEER);

test('typing inserts text at the caret and replaces nothing', () => {
  const deltas: unknown[] = [];
  title.observe((event) => deltas.push(event.delta));
  type('et', 4);
  expect(title.toJSON()).toBe('Planet');
  expect(deltas).toEqual([[{ retain: 4 }, { insert: 'et' }]]);
});

test('the caret stays between the same characters when a remote change comes before it', () => {
  field.setSelectionRange(2, 2);
  remotely(() => title.insert(0, 'Big '));
  expect(field.value).toBe('Big Plan');
  expect(field.selectionStart).toBe(6);
});

test('a remote change during composition waits, and no text of either is lost', () => {
  field.dispatchEvent(new CompositionEvent('compositionstart'));
  type('´', 4);
  remotely(() => title.insert(0, 'Big '));
  expect(field.value).toBe('Plan´');
  expect(title.toJSON()).toBe('Big Plan');
  field.value = 'Planá';
  field.setSelectionRange(5, 5);
  field.dispatchEvent(new CompositionEvent('compositionend'));
  expect(title.toJSON()).toBe('Big Planá');
  expect(field.value).toBe('Big Planá');
  expect(field.selectionStart).toBe(9);
});

test('a title is one line of at most 200 characters, even after pasting', () => {
  type('\n\nB\r\nC', 4);
  expect(title.toJSON()).toBe('Plan B C');
  type('x'.repeat(500), 8);
  expect(title.length).toBe(200);
  expect(field.value).toHaveLength(200);
});

test('undo reverts the local change and keeps the remote one', () => {
  type('!', 4);
  remotely(() => title.insert(0, 'Big '));
  const undo = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true });
  field.dispatchEvent(undo);
  expect(undo.defaultPrevented).toBe(true);
  expect(title.toJSON()).toBe('Big Plan');
  expect(field.value).toBe('Big Plan');
});

test('after unbinding, field and title are independent', () => {
  unbind();
  unbind = () => undefined;
  type('!', 4);
  title.insert(0, 'Big ');
  expect(title.toJSON()).toBe('Big Plan');
  expect(field.value).toBe('Plan!');
});

test('bidirectional overrides in a title are not shown, not inserted, and removed with the next change', () => {
  remotely(() => title.insert(4, '\u202efdp'));
  expect(field.value).toBe('Planfdp');
  type('\u2067s', 4);
  expect(field.value).toBe('Plansfdp');
  expect(title.toJSON()).toBe('Plansfdp');
  type('\u202e', 2);
  expect([field.value, title.toJSON()]).toEqual(['Plansfdp', 'Plansfdp']);
});

test('control characters in a title are not shown, not inserted, and removed with the next change', () => {
  remotely(() => title.insert(4, '\u001b[2K\nEve\u009b'));
  expect(field.value).toBe('Plan[2K Eve');
  type('\u0007\u2028!', 11);
  expect([field.value, title.toJSON()]).toEqual(['Plan[2K Eve !', 'Plan[2K Eve !']);
});

test('Hebrew text keeps the mark that orders its signs', () => {
  field.value = '';
  type('שלום C++\u200f', 0);
  expect([field.value, title.toJSON()]).toEqual(['שלום C++\u200f', 'שלום C++\u200f']);
});
