// @vitest-environment jsdom
/** Clicks on the page around the text. Real line positions need a browser: tests/e2e/clicks.spec.ts. */
import type { Editor as TiptapEditor } from '@tiptap/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
import { TitleField } from '../../../../../src/app/editor/title/title-field.tsx';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';
import { readHtml } from '../../../../support/editors.ts';

const TEXT = new DOMRect(200, 200, 400, 200);
const TITLE = new DOMRect(200, 100, 400, 50);
const BELOW = { clientX: 300, clientY: 700 };
const MARGIN = { clientX: 50, clientY: 250 };

let editor: TiptapEditor;
let page: HTMLElement;
let doc: Y.Doc;

beforeAll(fillInLayout);
beforeAll(() => parts.ask());
afterEach(() => vi.restoreAllMocks());

function open(html: string, editable = true): void {
  doc = new Y.Doc();
  const awareness = new Awareness(doc);
  const user = { name: 'Jana', color: '#ce0d6e' };
  renderApp(
    <main aria-label="Page">
      <Editor label="Plan" lang="en-US" {...{ doc, awareness, user, editable }}>
        <TitleField doc={doc} editable={editable} />
      </Editor>
      <button type="button">Panel</button>
    </main>,
  );
  ({ editor } = screen.getByRole<HTMLElement & { editor: TiptapEditor }>('textbox', { name: 'Plan' }));
  act(() => void editor.commands.setContent(html));
  vi.spyOn(editor.view.dom, 'getBoundingClientRect').mockReturnValue(TEXT);
  vi.spyOn(editor.view.dom, 'getClientRects').mockReturnValue([TEXT] as never);
  vi.spyOn(screen.getByRole('textbox', { name: 'Title' }), 'getBoundingClientRect').mockReturnValue(TITLE);
  page = screen.getByRole('main');
}

/** True when the default action was not prevented. */
const press = (at: MouseEventInit, target: Element = page): boolean => fireEvent.mouseDown(target, at);
const caret = (): number => editor.state.selection.head;

test('a click below the text puts the caret at its end and focuses the text', () => {
  open('<p>one</p><p>two</p>');
  editor.commands.setTextSelection(1);
  expect(press(BELOW)).toBe(false);
  expect(caret()).toBe(editor.state.doc.content.size - 1);
  expect(editor.view.hasFocus()).toBe(true);
  expect(readHtml(editor)).toBe('<p>one</p><p>two</p>');
});

test.each(['<pre><code>x</code></pre>', '<hr>', '<table><tr><td><p>a</p></td></tr></table>'])(
  'a click below %s adds a line',
  (html) => {
    open(html);
    // A remote change may leave the document without a last line.
    const shared = doc.getXmlFragment(TEXT_ROOT);
    act(() => shared.delete(1, shared.length - 1));
    expect(editor.state.doc.childCount).toBe(1);
    press(BELOW);
    expect(editor.state.doc.lastChild?.type.name).toBe('paragraph');
    expect(caret()).toBe(editor.state.doc.content.size - 1);
  },
);

test.each([
  '<h2>x</h2>',
  '<ul><li><p>x</p></li></ul>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>x</p></li></ul>',
  '<blockquote><p>x</p></blockquote>',
  '<div data-type="callout" data-kind="info"><p>x</p></div>',
])('a click below %s starts a paragraph, once', (html) => {
  open(html);
  press(BELOW);
  press(BELOW);
  expect(editor.state.doc.childCount).toBe(2);
  expect(editor.state.doc.lastChild?.type.name).toBe('paragraph');
  expect(caret()).toBe(editor.state.doc.content.size - 1);
});

test('a click in the margin puts the caret into the line beside it', () => {
  open('<p>one</p><p>two</p>');
  const posAtCoords = vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 4, inside: 0 });
  press(MARGIN);
  expect(posAtCoords).toHaveBeenCalledExactlyOnceWith({ left: 201, top: 250 });
  expect(caret()).toBe(4);
});

test('a drag from the margin selects, and Shift extends the selection', () => {
  open('<p>one</p><p>two</p>');
  const at = vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 1, inside: 0 });
  press(MARGIN);
  at.mockReturnValue({ pos: 8, inside: 5 });
  fireEvent.mouseMove(document, { buttons: 1, clientX: 300, clientY: 380 });
  fireEvent.mouseUp(document);
  fireEvent.mouseMove(document, { buttons: 1, clientX: 300, clientY: 210 });
  expect(editor.state.selection).toMatchObject({ anchor: 1, head: 8 });
  at.mockReturnValue({ pos: 3, inside: 0 });
  press({ ...MARGIN, shiftKey: true });
  fireEvent.mouseUp(document);
  expect(editor.state.selection).toMatchObject({ anchor: 1, head: 3 });
});

test.each([
  ['right of the title', { clientX: 900, clientY: 120 }, 4],
  ['left of the title', { clientX: 20, clientY: 120 }, 0],
])('a click %s puts the caret at that end of the title', (_, at, place) => {
  open('<p>one</p>');
  const title = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
  act(() => void fireEvent.input(title, { target: { value: 'Plan' } }));
  press(at);
  expect(document.activeElement).toBe(title);
  expect([title.selectionStart, title.selectionEnd]).toEqual([place, place]);
});

test('controls, scroll bars, other mouse buttons and an open menu keep their clicks', () => {
  open('<p>one</p><p>two</p>');
  editor.commands.setTextSelection(1);
  expect(press(BELOW, screen.getByRole('button', { name: 'Panel' }))).toBe(true);
  expect(press(BELOW, screen.getByRole('button', { name: 'Bold' }))).toBe(false);
  expect(press(BELOW, document.documentElement)).toBe(true);
  expect(press({ ...BELOW, button: 2 })).toBe(true);
  expect(press({ ...BELOW, ctrlKey: true })).toBe(true);
  expect(caret()).toBe(1);
});

test("a viewer's click is ignored", () => {
  open('<p>one</p>', false);
  expect(press(BELOW)).toBe(true);
  expect(editor.view.hasFocus()).toBe(false);
});

test('clicks are ignored while the text is not rendered', () => {
  open('<p>one</p>');
  vi.spyOn(editor.view.dom, 'getClientRects').mockReturnValue([] as never);
  expect(press(BELOW)).toBe(true);
});
