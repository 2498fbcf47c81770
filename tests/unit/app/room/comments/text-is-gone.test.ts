// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { isTextGone } from '../../../../../src/app/room/comments/text-is-gone.ts';
import { CommentedPage, cut, select } from '../../../../support/commented-page.ts';
import { paste } from '../../../../support/editors.ts';

const TEXT = '<p>The first paragraph stands here.</p><p>Alpha beta gamma delta.</p><p>The last one.</p>';

let page: CommentedPage;
afterEach(() => page.close());

function remove(words: string, isFromLineBefore = false): void {
  select(page.anna, words, isFromLineBefore ? -1 : 0);
  page.anna.editor.commands.deleteSelection();
}

const isGone = (thread: ReturnType<CommentedPage['comment']>): readonly boolean[] =>
  [page.anna, page.boris].map(({ doc }) => isTextGone(doc, thread));

test.each([
  ['a word of a paragraph', 'beta', () => remove('beta'), false],
  ['all words of a paragraph', 'beta', () => remove('Alpha beta gamma delta.'), true],
  ['a paragraph', 'beta', () => remove('Alpha beta gamma delta.', true), true],
])('when %s is deleted, its text is gone: %#', (_name, words, act, expected) => {
  page = new CommentedPage(TEXT);
  const thread = page.comment(words);
  expect(isGone(thread)).toEqual([false, false]);
  act();
  expect(isGone(thread)).toEqual([expected, expected]);
  page.fold();
  expect(isGone(thread)).toEqual([expected, expected]);
});

test('words that were moved and then deleted are gone with the paragraph that they were moved to', () => {
  page = new CommentedPage(TEXT);
  const thread = page.comment('beta');
  select(page.anna, 'beta');
  const html = cut(page.anna);
  select(page.anna, 'last', 0, 0);
  paste(page.anna, { html });
  remove('Alpha  gamma delta.', true);
  remove('beta');
  page.fold();
  expect(isGone(thread)).toEqual([false, false]);
});
