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
import { type Seat, readHtml } from '../../../../support/editors.ts';
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

test('matches are highlighted locally, one is current, and going on wraps around', () => {
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

test('the first current match is at or after the caret', () => {
  jana.editor.commands.setContent('<p>cat Cat CAT</p>');
  jana.editor.commands.setTextSelection(4);
  search(jana.editor, { query: 'cat', accents: false });
  expect(marked(jana, 'current')).toEqual(['Cat']);
});

test('remote text is searched too, and the current match stays', () => {
  jana.editor.commands.setContent('<p>cat Cat</p>');
  jana.editor.commands.setTextSelection(4);
  search(jana.editor, { query: 'cat', accents: false });
  petr.editor.commands.insertContentAt(1, 'cAt ');
  expect(marked(jana)).toEqual(['cAt', 'cat', 'Cat']);
  expect(marked(jana, 'current')).toEqual(['Cat']);
  expect(readFound(jana.editor.state).current).toBe(2);
});

test('replacing one keeps its formatting and moves to the next', () => {
  jana.editor.commands.setContent('<p><strong>cat</strong> cat</p>');
  jana.editor.commands.setTextSelection(1);
  search(jana.editor, { query: 'cat', accents: false });
  replaceMatch(jana.editor, 'cats');
  expect(readHtml(petr.editor)).toBe('<p><strong>cats</strong> cat</p>');
  expect(readFound(jana.editor.state)).toMatchObject({ current: 1, matches: [{ from: 1 }, { from: 6 }] });
});

test('replacing all is one undo step, separate from the input before and after', () => {
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

test('replacing with nothing deletes', () => {
  jana.editor.commands.setContent('<p>a-b-c</p>');
  search(jana.editor, { query: '-', accents: false });
  replaceAllMatches(jana.editor, '');
  expect(petr.editor.getText()).toBe('abc');
});

test.each([
  ['<p>한글 하늘</p>', '하', 'X', '<p>한글 X늘</p>'],
  ['<p>がんじ かんじ</p>', 'かんじ', '漢字', '<p>がんじ 漢字</p>'],
  ['<p>か\u3099っこう かっこう</p>', 'かっこう', 'X', '<p>か\u3099っこう X</p>'],
  ['<p>cafe\u0301s</p>', 'e', 'E', '<p>cafEs</p>'],
  ['<p>a\u00adb\u00adc</p>', 'b', 'x', '<p>a\u00adx\u00adc</p>'],
  ['<p>auto\u00admobil!</p>', 'automobil', 'vůz', '<p>vůz!</p>'],
  ['<p>👨\u200d👩\u200d👧 👨</p>', '👨', 'X', '<p>👨\u200d👩\u200d👧 X</p>'],
  ['<p>❤\ufe0f!</p>', '❤', 'X', '<p>X!</p>'],
  ['<p>wait… wait...</p>', '...', '!', '<p>wait! wait!</p>'],
  ['<p>½ 1/2</p>', '1/2', 'půl', '<p>půl půl</p>'],
  ['<p>½</p>', '2', 'X', '<p>½</p>'],
  ['<p>Straße</p>', 'strasse', 'ulice', '<p>ulice</p>'],
  ['<p>Straße</p>', 's', 'X', '<p>Xtraße</p>'],
  ['<p>می\u200cخواهم</p>', 'می', 'X', '<p>Xخواهم</p>'],
  ['<p><strong>Łó</strong>dź je</p>', 'lodz', 'Brno', '<p><strong>Brno</strong> je</p>'],
  ['<p>a <em>b</em> c</p>', 'a b c', 'x', '<p>x</p>'],
  ['<p><a href="https://a.cz">we</a>b</p>', 'web', 'x', '<p>x</p>'],
  ['<p>a<br>b ab</p>', 'ab', 'x', '<p>a<br>b x</p>'],
  [
    '<p><span data-type="mention" data-id="00000000-0000-4000-8000-000000000001" data-label="Jan">@Jan</span> Jan</p>',
    'jan',
    'x',
    null,
  ],
  ['<ul><li><p>foo</p></li><li><p>foo</p></li></ul>', 'foo', '', '<ul><li><p></p></li><li><p></p></li></ul>'],
  ['<h2>foo</h2><p>x</p>', 'foo', '', '<h2></h2><p>x</p>'],
])('in %s all of %s become %j, and one undo reverts it', (html, query, text, after) => {
  const { editor } = jana;
  editor.commands.setContent(html);
  const before = readHtml(editor);
  search(editor, { query, accents: false });
  const count = replaceAllMatches(editor, text);
  expect(readHtml(editor)).toBe(after ?? before.replace(' Jan<', ' x<'));
  if (count > 0) editor.commands.undo();
  expect(readHtml(editor)).toBe(before);
});
