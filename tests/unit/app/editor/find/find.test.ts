// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { findMatches } from '../../../../../src/app/editor/find/find-matches.ts';
import {
  goToMatch,
  readFound,
  replaceAllMatches,
  replaceMatch,
  search,
} from '../../../../../src/app/editor/find/find-plugin.ts';
import { type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

seatTwo();

beforeAll(fillInLayout);

function found(html: string, query: string, accents = false): string[] {
  jana.editor.commands.setContent(html);
  const { doc } = jana.editor.state;
  return findMatches(doc, { query, accents }).map(({ from, to }) =>
    doc.textBetween(from, to, null, '\ufffc'),
  );
}

test.each<[string, string, boolean, string[]]>([
  ['<p>Kůň a KUN</p>', 'kun', false, ['Kůň', 'KUN']],
  ['<p>Kůň a KUN</p>', 'kůň', true, ['Kůň']],
  ['<p>Kůň a KUN</p>', 'kun', true, ['KUN']],
  ['<p>u\u030a|x</p>', 'ů', false, ['u\u030a']],
  ['<p>k\u00a0lesu „ven“</p>', 'K LESU "ven"', true, ['k\u00a0lesu „ven“']],
  ['<p>al<strong>ph</strong>a</p>', 'alpha', false, ['alpha']],
  ['<p>a<br>b</p>', 'ab', false, []],
  ['<p>one</p><p>two</p>', 'onetwo', false, []],
  ['<p>aaaa</p>', 'aa', false, ['aa', 'aa']],
  ['<p>😀 smile 😀</p>', 'smile', false, ['smile']],
  ['<p>.*</p>', '.*', false, ['.*']],
  ['<ul><li><p>in</p></li></ul><pre><code>in</code></pre>', 'in', false, ['in', 'in']],
  ['<p>x</p>', '', false, []],
])('in %s, %s with accents %s', (html, query, accents, matches) => {
  expect(found(html, query, accents)).toEqual(matches);
});

const marked = ({ editor }: Seat, kind = 'match'): (string | null)[] =>
  [...editor.view.dom.querySelectorAll(`.find-${kind}`)].map((one) => one.textContent);

test('matches are marked for me alone, one of them is shown, and going on comes round', () => {
  jana.editor.commands.setContent('<p>cat Cat CAT</p>');
  search(jana.editor, { query: 'cat', accents: false });
  expect(marked(jana)).toEqual(['cat', 'Cat', 'CAT']);
  expect(marked(petr)).toEqual([]);
  jana.editor.commands.setTextSelection(1);
  search(jana.editor, { query: 'cat', accents: false });
  const seen = ([1, 1, 1, -1] as const).map((by) => {
    goToMatch(jana.editor, by);
    return marked(jana, 'current')[0];
  });
  expect(seen).toEqual(['Cat', 'CAT', 'cat', 'CAT']);
  search(jana.editor, null);
  expect(marked(jana)).toEqual([]);
});

test('the first match shown is at the caret or after it', () => {
  jana.editor.commands.setContent('<p>cat Cat CAT</p>');
  jana.editor.commands.setTextSelection(4);
  search(jana.editor, { query: 'cat', accents: false });
  expect(marked(jana, 'current')).toEqual(['Cat']);
});

test('what others write is found too, and the match that is shown stays', () => {
  jana.editor.commands.setContent('<p>cat Cat</p>');
  jana.editor.commands.setTextSelection(4);
  search(jana.editor, { query: 'cat', accents: false });
  petr.editor.commands.insertContentAt(1, 'cAt ');
  expect(marked(jana)).toEqual(['cAt', 'cat', 'Cat']);
  expect(marked(jana, 'current')).toEqual(['Cat']);
  expect(readFound(jana.editor.state).current).toBe(2);
});

test('replacing one keeps its formatting and shows the next', () => {
  jana.editor.commands.setContent('<p><strong>cat</strong> cat</p>');
  jana.editor.commands.setTextSelection(1);
  search(jana.editor, { query: 'cat', accents: false });
  replaceMatch(jana.editor, 'cats');
  expect(petr.editor.getHTML()).toBe('<p><strong>cats</strong> cat</p>');
  expect(readFound(jana.editor.state)).toMatchObject({ current: 1, matches: [{ from: 1 }, { from: 6 }] });
});

test('replacing all is one step of undo, apart from what was typed before and after', () => {
  const { editor } = jana;
  editor.commands.setContent('<p>cat dog</p><p>cat</p>');
  editor.view.dispatch(editor.state.tr.insertText('cat ', 1));
  search(editor, { query: 'cat', accents: false });
  expect(replaceAllMatches(editor, 'cattle')).toBe(3);
  expect(petr.editor.getText({ blockSeparator: '|' })).toBe('cattle cattle dog|cattle');
  editor.view.dispatch(editor.state.tr.insertText('!', 1));
  editor.commands.undo();
  expect(editor.getText({ blockSeparator: '|' })).toBe('cattle cattle dog|cattle');
  editor.commands.undo();
  expect(editor.getText({ blockSeparator: '|' })).toBe('cat cat dog|cat');
});

test('replacing by nothing deletes', () => {
  jana.editor.commands.setContent('<p>a-b-c</p>');
  search(jana.editor, { query: '-', accents: false });
  replaceAllMatches(jana.editor, '');
  expect(petr.editor.getText()).toBe('abc');
});
