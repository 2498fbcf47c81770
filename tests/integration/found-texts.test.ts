/** The table of queries in tests/bench/search, asked of PostgreSQL; `npm run bench -- search` prints the same figures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeQueries } from '../bench/search/judge-queries.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test('a search finds its texts and few others, and more than PostgreSQL does by itself', async () => {
  const { all } = await judgeQueries(opened.database.query);
  expect(all.ours.recall).toBeGreaterThanOrEqual(0.95);
  expect(all.ours.precision).toBeGreaterThanOrEqual(0.9);
  expect(all.simple.recall).toBeLessThan(all.ours.recall / 2);
  expect(all.english.recall).toBeLessThan(all.ours.recall / 2);
});
