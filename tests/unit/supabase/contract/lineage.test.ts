/** Finds deleted text that was inserted again. */
import { expect, test } from 'vitest';
import {
  findLineage,
  type Match,
  type Run,
} from '../../../../supabase/functions/_shared/contract/lineage/find-lineage.ts';
import { createRandom } from '../../../support/random.ts';

const block = (text: string): Run => ({ text, isBlock: true });
const part = (text: string): Run => ({ text, isBlock: false });

/** Each match as `from@at→to@at "text"`. */
function show(deleted: readonly Run[], inserted: readonly Run[]): string[] {
  return findLineage(deleted, inserted).map(
    ({ from, fromAt, to, toAt, length }) =>
      `${from}@${fromAt}→${to}@${toAt} ${JSON.stringify(deleted[from]?.text.slice(fromAt, fromAt + length))}`,
  );
}

test.each<[what: string, deleted: Run[], inserted: Run[], expected: string[]]>([
  ['a block of another kind', [block('one')], [block('one')], ['0@0→0@0 "one"']],
  [
    'equal blocks, in their order',
    [block('same'), block('same'), block('same')],
    [block('same'), block('same'), block('same')],
    ['0@0→0@0 "same"', '1@0→1@0 "same"', '2@0→2@0 "same"'],
  ],
  [
    'equal blocks around another one, of which each is matched once',
    [block('same'), block('other'), block('same')],
    [block('other'), block('same'), block('same')],
    ['0@0→1@0 "same"', '1@0→0@0 "other"', '2@0→2@0 "same"'],
  ],
  ['an empty block', [block('')], [block('')], ['0@0→0@0 ""']],
  ['no empty text except a block', [part('')], [block('')], []],
  ['no short text unless a block was deleted and inserted', [part('gone')], [part('gone')], []],
  ['long text anywhere', [part('long enough')], [part('long enough')], ['0@0→0@0 "long enough"']],
  [
    'both halves of a split block',
    [block('the first half and the second')],
    [block('the first half'), block(' and the second')],
    ['0@0→0@0 "the first half"', '0@14→1@0 " and the second"'],
  ],
  [
    'two joined blocks',
    [block('the first one, '), block('the second one')],
    [block('the first one, the second one')],
    ['0@0→0@0 "the first one, "', '1@0→0@15 "the second one"'],
  ],
  [
    'a short block with an insertion',
    [block('good day')],
    [block('good old day')],
    ['0@0→0@0 "good "', '0@5→0@9 "day"'],
  ],
  ['a short block with a deletion', [block('abXcd')], [block('abcd')], ['0@0→0@0 "ab"', '0@3→0@2 "cd"']],
  ['a short block inside a longer one', [block('abc')], [block('12abc34')], ['0@0→0@2 "abc"']],
  ['no two letters inside a longer block', [block('ab')], [block('1ab2')], []],
  [
    'the short ends of blocks that share a long part',
    [block('A. something in the middle .Z')],
    [block('A. >something in the middle< .Z')],
    ['0@3→0@4 "something in the middle"', '0@0→0@0 "A. "', '0@26→0@28 " .Z"'],
  ],
])('finds %s', (_, deleted, inserted, expected) => {
  expect(show(deleted, inserted)).toEqual(expected);
});

test('matches only equal text, and no unit twice, in a thousand pairs of texts', () => {
  const chance = createRandom(23);
  const pick = (count: number): number => Math.floor(chance() * count);
  const words = ['one ', 'two ', 'řeka ', '文章', '👍🏽', 'aaaaaaaaaaaa', ' ', ''];
  const text = (): string => Array.from({ length: pick(6) }, () => words[pick(words.length)]!).join('');
  const runs = (): Run[] =>
    Array.from({ length: pick(5) }, () => ({ text: text(), isBlock: chance() < 0.5 }));
  for (let round = 0; round < 1000; round += 1) {
    const [deleted, inserted] = [runs(), runs()];
    const matches = findLineage(deleted, inserted);
    const unitsOf = (side: (match: Match, at: number) => string): string[] =>
      matches.flatMap((match) => Array.from({ length: match.length }, (_, at) => side(match, at)));
    const from = unitsOf((match, at) => `${match.from}@${match.fromAt + at}`);
    const to = unitsOf((match, at) => `${match.to}@${match.toAt + at}`);
    expect(new Set(from).size).toBe(from.length);
    expect(new Set(to).size).toBe(to.length);
    for (const match of matches)
      expect(inserted[match.to]!.text.slice(match.toAt, match.toAt + match.length)).toBe(
        deleted[match.from]!.text.slice(match.fromAt, match.fromAt + match.length),
      );
  }
});
