/** Forms of one word find each other, and other words do not; `npm run bench -- search` prints the same figures. */
import { expect, test } from 'vitest';
import { judgeWords, TYPINGS } from '../../../../bench/search/judge-words.ts';

const RECALL = { czech: 0.95, slovak: 0.95 } as const;
const PRECISION = 0.9;
/** Of words that look alike, as measured: a change of the stemmer may only lower it. */
const MOST_CONFUSED = 0.17;

const cases = (['czech', 'slovak'] as const).flatMap((language) =>
  TYPINGS.map((typing) => [language, typing] as const),
);

test.each(cases)('%s words are found by their forms, typed %s', (language, typing) => {
  const { recall, precision, confused } = judgeWords(language, typing);
  expect(recall).toBeGreaterThanOrEqual(RECALL[language]);
  expect(precision).toBeGreaterThanOrEqual(PRECISION);
  expect(confused).toBeLessThanOrEqual(MOST_CONFUSED);
});
