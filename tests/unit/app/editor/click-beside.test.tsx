// @vitest-environment jsdom
import type { Editor as TiptapEditor } from '@tiptap/core';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../src/app/editor/editor.tsx';
import { TitleField } from '../../../../src/app/editor/title-field.tsx';
import { drawInPage, renderApp } from '../../../support/render-app.tsx';

let doc: Y.Doc;
let awareness: Awareness;

drawInPage();

function paragraph(text: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
}

beforeEach(() => {
  doc = new Y.Doc();
  awareness = new Awareness(doc);
  doc.getXmlFragment(TEXT_ROOT).insert(0, ['First line', 'Last line'].map(paragraph));
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.style.pointerEvents = '';
  awareness.destroy();
  doc.destroy();
});

/** The text is 600 wide and 200 high, 100 below the top and 200 from the left. */
const TEXT = new DOMRect(200, 100, 600, 200);

function open(editable = true): TiptapEditor {
  renderApp(
    <main>
      <Editor
        doc={doc}
        awareness={awareness}
        user={{ name: 'Jana', color: '#ce0d6e' }}
        editable={editable}
        label="Plan"
        lang="en-US"
      >
        <TitleField doc={doc} editable={editable} />
      </Editor>
      <aside>Versions</aside>
    </main>,
  );
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000);
  const dom = screen.getByRole('textbox', { name: 'Plan' });
  dom.getBoundingClientRect = () => TEXT;
  const { editor } = dom as HTMLElement & { editor: TiptapEditor };
  editor.view.posAtCoords = ({ left, top }) => {
    const start = top < 200 ? 1 : 13;
    return { pos: left < 500 ? start : start + 'Last'.length, inside: 0 };
  };
  editor.commands.setTextSelection(3);
  return editor;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function press(target: Element, { x, y }: Place, to: Place = { x, y }, init: MouseEventInit = {}): void {
  const at = (place: Place) => ({ bubbles: true, clientX: place.x, clientY: place.y, ...init });
  target.dispatchEvent(new MouseEvent('pointerdown', at({ x, y })));
  target.dispatchEvent(new MouseEvent('click', at(to)));
}

const around = (): Element => document.querySelector('.editor') ?? document.body;
const caretIn = (editor: TiptapEditor): string => {
  const { $from, empty } = editor.state.selection;
  return `${$from.parent.textBetween(0, $from.parentOffset)}${empty ? '|' : '['}`;
};
const UNTOUCHED = 'Fi|';

test('a click below the text puts the caret behind its last word', () => {
  const editor = open();
  for (const target of [around(), screen.getByRole('main'), document.body, document.documentElement]) {
    editor.commands.setTextSelection(3);
    editor.view.dom.blur();
    press(target, { x: 400, y: 700 });
    expect(caretIn(editor)).toBe('Last line|');
    expect(editor.view.hasFocus()).toBe(true);
  }
});

test('a click beside the text goes to the nearest place of its line', () => {
  const editor = open();
  press(around(), { x: 20, y: 250 });
  expect(caretIn(editor)).toBe('|');
  expect(editor.state.selection.from).toBe(13);
  press(around(), { x: 900, y: 250 });
  expect(caretIn(editor)).toBe('Last|');
});

test('below a picture, a line to write in is added, once', () => {
  doc.getXmlFragment(TEXT_ROOT).insert(2, [new Y.XmlElement('horizontalRule')]);
  const editor = open();
  press(around(), { x: 400, y: 700 });
  press(around(), { x: 400, y: 700 });
  expect(editor.getHTML()).toBe('<p>First line</p><p>Last line</p><hr><p></p>');
  editor.view.dispatch(editor.state.tr.insertText('typed'));
  expect(editor.getText()).toContain('typed');
});

test('a read-only view has no caret to put anywhere', () => {
  const editor = open(false);
  editor.view.dom.blur();
  press(around(), { x: 400, y: 700 });
  expect(caretIn(editor)).toBe(UNTOUCHED);
  expect(editor.view.hasFocus()).toBe(false);
});

test('what lies beside the text and is something keeps its clicks', () => {
  const editor = open();
  press(screen.getByText('Versions'), { x: 900, y: 250 });
  press(screen.getAllByRole('button')[0] as Element, { x: 400, y: 700 });
  press(screen.getByRole('textbox', { name: 'Title' }), { x: 400, y: 250 });
  expect(caretIn(editor)).toBe(UNTOUCHED);
});

test.each<[string, () => void]>([
  ['beside the title', () => press(around(), { x: 20, y: 40 })],
  ['on the scroll bar', () => press(document.documentElement, { x: 1005, y: 250 })],
  ['that moves', () => press(around(), { x: 20, y: 250 }, { x: 400, y: 120 })],
  ['with another button', () => press(around(), { x: 20, y: 250 }, undefined, { button: 2 })],
  ['with Shift', () => press(around(), { x: 20, y: 250 }, undefined, { shiftKey: true })],
  [
    'that closes a menu',
    () => {
      document.body.style.pointerEvents = 'none';
      press(document.documentElement, { x: 20, y: 250 });
    },
  ],
  [
    'that ends with something selected',
    () => {
      vi.spyOn(document, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection);
      press(around(), { x: 20, y: 250 });
    },
  ],
])('a click %s moves nothing', (_, click) => {
  const editor = open();
  click();
  vi.restoreAllMocks();
  expect(caretIn(editor)).toBe(UNTOUCHED);
});
