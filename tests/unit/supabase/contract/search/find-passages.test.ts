import { expect, it } from 'vitest';
import { findPassages, type Passage } from '#contract/search/find-passages.ts';

const marked = ({ text, marks }: Passage): readonly string[] =>
  marks.map(([from, to]) => text.slice(from, to));

const BODY = ['Úvod', 'Smlouva o dílo se uzavírá na dobu neurčitou.', 'Dílo předá zhotovitel.', 'Závěr'].join(
  '\n',
);

it('shows the block with most of the words, and marks them', () => {
  const [first, ...more] = findPassages(BODY, 'smlouvy o dilo', 3);
  expect(first!.block).toBe(1);
  expect(marked(first!)).toEqual(['Smlouva', 'dílo']);
  expect(more).toEqual([]);
});

it('shows at most as many as are wanted, in the order of the text', () => {
  const body = Array.from({ length: 9 }, (_, at) => `Dílo číslo ${at}`).join('\n');
  expect(findPassages(body, 'díla', 2).map(({ block }) => block)).toEqual([0, 1]);
});

it('cuts a long block around the words', () => {
  const body = `${'slovo '.repeat(100)}tady je klíč a dále ${'jiné '.repeat(100)}`;
  const [passage] = findPassages(body, 'klice', 1);
  expect(marked(passage!)).toEqual(['klíč']);
  expect(passage!.text.length).toBeLessThan(220);
  expect(passage!.text).toMatch(/^….*…$/);
});

it('a phrase is found as it is only', () => {
  expect(findPassages('dílo o smlouva\nsmlouva o dílo', '"smlouva o dílo"', 3).map(marked)).toEqual([
    ['smlouva o dílo'],
  ]);
});

it('marks the beginning of a word for the last one typed', () => {
  expect(findPassages('Nabídka platí.', 'nab', 1).map(marked)).toEqual([['Nabídka']]);
  expect(findPassages('Nabídka platí.', 'nab ', 1)).toEqual([]);
});

it('marks compounds, addresses and scripts without spaces', () => {
  expect(findPassages('Můj e-mail.', 'email', 1).map(marked)).toEqual([['e-mail']]);
  expect(findPassages('Za 10\u00A0000 Kč', '10000', 1).map(marked)).toEqual([['10\u00A0000']]);
  expect(findPassages('jana@firma.cz', 'jana@firma.cz', 1).map(marked)).toEqual([['jana@firma.cz']]);
  expect(findPassages('私は東京都に住む', '東京都', 1).map(marked)).toEqual([['東京都']]);
});

it('finds nothing for an empty query', () => {
  expect(findPassages(BODY, '', 3)).toEqual([]);
});
