// @vitest-environment jsdom
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const type = (seat: Seat, text: string): void =>
  seat.editor.view.dispatch(seat.editor.state.tr.insertText(text));

/** Types like a browser: through the input rules, one character at a time. */
function press(seat: Seat, text: string): void {
  for (const char of text) {
    const { from, to } = seat.editor.state.selection;
    const { view } = seat.editor;
    const handled = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, char, () => view.state.tr.insertText(char, from, to)),
    );
    if (!handled) view.dispatch(view.state.tr.insertText(char, from, to));
  }
}

test('an editor with both collaboration extensions opens and writes nothing', () => {
  const before = Y.encodeStateVector(jana.doc);
  expect(jana.editor.getText()).toBe('');
  expect(Y.encodeStateVector(jana.doc)).toEqual(before);
});

test('two editors of one paragraph show the same text', () => {
  type(jana, 'Dobrý den');
  petr.editor.commands.setTextSelection(1);
  type(petr, 'Ahoj a ');
  type(jana, '!');
  expect(jana.editor.getText()).toBe('Ahoj a Dobrý den!');
  expect(petr.editor.getText()).toBe('Ahoj a Dobrý den!');
});

test('undo reverts the local change and keeps the remote one', () => {
  type(jana, 'mine ');
  petr.editor.commands.setTextSelection(petr.editor.state.doc.content.size - 1);
  type(petr, 'theirs');
  jana.editor.commands.undo();
  expect(jana.editor.getText()).toBe('theirs');
  jana.editor.commands.redo();
  expect(petr.editor.getText()).toBe('mine theirs');
});

/** Pretends that this much time has passed: Yjs captured its clock before the test could mock it. */
function pause(seat: Seat, ms: number): void {
  const undo: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(seat.editor.state);
  undo.undoManager.lastChange -= ms;
}

test('undo has at most a hundred steps', () => {
  for (let step = 1; step <= 130; step += 1) {
    type(jana, 'x');
    pause(jana, 1000);
  }
  let undone = 0;
  while (jana.editor.commands.undo()) undone += 1;
  expect(undone).toBe(100);
  expect(jana.editor.getText()).toBe('x'.repeat(30));
});

test('input within 500 ms is one step, a pause starts another', () => {
  type(jana, 'a');
  pause(jana, 400);
  type(jana, 'b');
  pause(jana, 501);
  type(jana, 'c');
  jana.editor.commands.undo();
  expect(jana.editor.getText()).toBe('ab');
});

test('a block at the end gets one paragraph after it, not one per editor', () => {
  jana.editor.commands.setHorizontalRule();
  const names = jana.editor.getJSON().content.map((node) => node.type);
  expect(names).toEqual(['horizontalRule', 'paragraph']);
  expect(petr.editor.getJSON()).toEqual(jana.editor.getJSON());
});

test('a refused address from a peer is not rendered, and an editor removes it', () => {
  const mallory = new Y.Doc();
  Y.applyUpdate(mallory, Y.encodeStateAsUpdate(jana.doc));
  const text = new Y.XmlText();
  const paragraph = mallory.getXmlFragment(TEXT_ROOT).get(0);
  if (!(paragraph instanceof Y.XmlElement)) throw new Error('the document does not start with a paragraph');
  paragraph.insert(0, [text]);
  text.insert(0, 'click', { link: { href: 'javascript:alert(1)', target: '_self', rel: 'opener' } });
  Y.applyUpdate(jana.doc, Y.encodeStateAsUpdate(mallory), { from: mallory.clientID });
  expect(jana.editor.getText()).toBe('click');
  expect(jana.editor.view.dom.querySelector('a[href]')).toBeNull();
  expect(JSON.stringify(jana.editor.getJSON())).not.toContain('javascript');
});

test('a pasted link cannot set how it opens', () => {
  jana.editor.commands.insertContent(
    '<a href="https://a.cz" target="_self" rel="opener" class="fixed">a</a>',
  );
  const link = petr.editor.view.dom.querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://a.cz');
  expect(link?.target).toBe('_blank');
  expect(link?.rel).toBe('noopener noreferrer nofollow');
  expect(link?.className).toBe('');
});

test('inserting JSON cannot add a refused address', () => {
  jana.editor.commands.insertContent({
    type: 'text',
    text: 'x',
    marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
  });
  expect(jana.editor.getText()).toBe('x');
  expect(jana.editor.isActive('link')).toBe(false);
});

test('the link command completes a bare host and refuses other text', () => {
  type(jana, 'web');
  jana.editor.commands.selectAll();
  expect(jana.editor.commands.setLink({ href: 'javascript:alert(1)' })).toBe(false);
  expect(jana.editor.commands.setLink({ href: 'example.cz' })).toBe(true);
  expect(jana.editor.getAttributes('link')['href']).toBe('https://example.cz');
});

test.each([
  ['https://a.cz ', 'https://a.cz'],
  ['www.a.cz ', 'https://www.a.cz'],
  ['jana@example.com ', 'mailto:jana@example.com'],
])('typed %j becomes a link', (typed, href) => {
  press(jana, typed);
  expect(petr.editor.view.dom.querySelector('a')?.getAttribute('href')).toBe(href);
});

test.each([
  ['# ', 'heading'],
  ['- ', 'bulletList'],
  ['1. ', 'orderedList'],
  ['> ', 'blockquote'],
  ['``` ', 'codeBlock'],
  ['[ ] ', 'taskList'],
])('typed %j starts a %s', (typed, name) => {
  press(jana, typed);
  expect(petr.editor.getJSON().content[0]?.type).toBe(name);
});

test('a remote change leaves the local caret between the same characters', () => {
  type(jana, 'abcd');
  jana.editor.commands.setTextSelection(3);
  petr.editor.commands.setTextSelection(1);
  type(petr, 'xyz');
  expect(jana.editor.state.doc.textBetween(0, jana.editor.state.selection.from)).toBe('xyzab');
});
