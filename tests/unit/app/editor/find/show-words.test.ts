// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { showWords, wordFinder } from '../../../../../src/app/editor/find/show-words.ts';
import { readHtml } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

seatTwo();

beforeAll(fillInLayout);

function found(html: string, query: string): string[] {
  jana.editor.commands.setContent(html);
  const { doc } = jana.editor.state;
  return wordFinder(query)(doc).map(({ from, to }) => doc.textBetween(from, to));
}

test.each<[string, string, string[]]>([
  ['<p>Smlouva platí.</p><p>Smlouva o <strong>dí</strong>lo</p>', 'smlouvy o dilo', ['Smlouva', 'dílo']],
  ['<ul><li><p>první</p></li><li><p>druhý dům</p></li></ul>', 'domy', ['dům']],
  ['<p>nic</p>', 'něco', []],
  ['<p>nic</p>', '', []],
])('in %s, %s finds %j', (html, query, words) => {
  expect(found(html, query)).toEqual(words);
});

const marked = (): string[] =>
  [...jana.editor.view.dom.querySelectorAll('.find-match')].map(({ textContent }) => textContent ?? '');

test('the words are marked for this page only, follow changes of others, and the next key ends it', () => {
  jana.editor.commands.setContent('<p>začátek</p><p>jedno dílo</p>');
  const before = readHtml(petr.editor);
  expect(showWords(jana.editor, 'dila')).toBe(true);
  expect(marked()).toEqual(['dílo']);
  expect(readHtml(petr.editor)).toBe(before);
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('Nový ', 1));
  expect(marked()).toEqual(['dílo']);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(marked()).toEqual([]);
});

test('nothing is marked where the words are not', () => {
  jana.editor.commands.setContent('<p>nic</p>');
  expect(showWords(jana.editor, 'dila')).toBe(false);
  expect(marked()).toEqual([]);
});
