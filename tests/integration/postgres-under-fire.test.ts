import { expect, test } from 'vitest';
import { setPostgresOnFire } from '../stress/postgres-under-fire.ts';

test('no acknowledged update is lost or doubled while backends die and the server is stopped cold', async () => {
  const report = await setPostgresOnFire({ seed: 1, writers: 8, kills: 500, acked: 10_000, restarts: 3 });
  expect(report).toMatchObject({ lost: 0, doubled: 0, inconsistent: 0 });
  expect(report.kills).toBeGreaterThanOrEqual(500);
  expect(report.acked).toBeGreaterThanOrEqual(10_000);
  expect(report.restarts).toBe(3);
  // Folds really raced, and rows were really pruned during reads.
  expect(report.foldsWon).toBeGreaterThan(5);
  expect(report.foldsLost).toBeGreaterThan(0);
  expect(report.pruned).toBeGreaterThan(0);
  expect(report.resent).toBeGreaterThan(0);
}, 180_000);
