import { expect, test } from 'vitest';
import { setPostgresOnFire } from '../stress/postgres-under-fire.ts';

/** Killed backends in `npm test` and in `npm run test:all`. */
const CAMPAIGN =
  process.env['SPOLU_TEST_ALL'] === undefined
    ? { kills: 60, acked: 1200, restarts: 1 }
    : { kills: 500, acked: 10_000, restarts: 3 };

test('no acknowledged update is lost or doubled while backends die and the server is stopped cold', async () => {
  const report = await setPostgresOnFire({ seed: 1, writers: 8, ...CAMPAIGN });
  expect(report).toMatchObject({ lost: 0, doubled: 0, inconsistent: 0 });
  expect(report.kills).toBeGreaterThanOrEqual(CAMPAIGN.kills);
  expect(report.acked).toBeGreaterThanOrEqual(CAMPAIGN.acked);
  expect(report.restarts).toBe(CAMPAIGN.restarts);
  // Folds really raced, and rows were really packed during reads.
  expect(report.foldsWon).toBeGreaterThan(5);
  expect(report.foldsLost).toBeGreaterThan(0);
  expect(report.packed).toBeGreaterThan(0);
  expect(report.resent).toBeGreaterThan(0);
}, 180_000);
