import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { insertBlocks } from '../../../../../src/app/editor/in/insert-arrived.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const schema = documentSchema();
const paragraph = (text: string) => ({
  type: 'paragraph',
  ...(text !== '' && { content: [{ type: 'text', text }] }),
});
const documentOf = (...texts: readonly string[]) =>
  schema.nodeFromJSON({ type: 'doc', content: texts.map(paragraph) });

test.each([
  ['within a word', 3, 3, ['first', 'new', 'last']],
  ['at the end of a block', 6, 6, ['first', 'new', 'last']],
  ['at the start of a block', 1, 1, ['new', 'first', 'last']],
  ['over a whole block', 1, 6, ['new', 'last']],
])('a file that is dropped %s splits no text', (_name, from, to, texts) => {
  const state = EditorState.create({ doc: documentOf('first', 'last') });
  const tr = state.tr.setSelection(TextSelection.create(state.doc, from, to));
  insertBlocks(tr, documentOf('new').content);
  expect(tr.doc.toJSON()).toEqual(documentOf(...texts).toJSON());
});

test('it replaces an empty paragraph', () => {
  const state = EditorState.create({ doc: documentOf('first', '', 'last') });
  const tr = state.tr.setSelection(TextSelection.create(state.doc, 8));
  insertBlocks(tr, documentOf('new').content);
  expect(tr.doc.toJSON()).toEqual(documentOf('first', 'new', 'last').toJSON());
});
