import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readKeys } from '#contract/proof/proof-keys.ts';
import { generateHistoryKey, rotateHistoryKey } from '../../../scripts/keep-history-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'spolu-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

test('a new key keeps the public halves of those before, each with its time, and the other lines', async () => {
  const file = join(folder, 'functions.env');
  writeFileSync(file, `OWN=mine\n${await generateHistoryKey(day(1))}\nLAST='a b'\n`);
  const first = parseEnv(readFileSync(file, 'utf8'));
  await rotateHistoryKey(file, day(10));
  const second = parseEnv(readFileSync(file, 'utf8'));
  await rotateHistoryKey(file, day(20));
  const third = parseEnv(readFileSync(file, 'utf8'));

  expect(third).toMatchObject({ OWN: 'mine', LAST: 'a b' });
  expect(statSync(file).mode & 0o077).toBe(0);
  const idsOf = async (env: NodeJS.Dict<string>) =>
    (await readKeys(JSON.parse(env['HISTORY_SIGNING_KEY'] ?? ''))).map(({ id }) => id);
  const ids = (await Promise.all([second, first].map(idsOf))).flat();
  const former = third['HISTORY_FORMER_KEYS'] ?? '';
  expect(await readKeys({ keys: JSON.parse(former) })).toMatchObject([
    { id: ids[0], fromMs: day(10).getTime(), untilMs: day(21).getTime() },
    { id: ids[1], fromMs: day(1).getTime(), untilMs: day(11).getTime() },
  ]);
  expect(former).not.toContain('"d"');
  expect(ids).not.toContain((await idsOf(third))[0]);
});

test('without a key there is nothing to replace', async () => {
  const file = join(folder, 'empty.env');
  writeFileSync(file, 'OWN=mine\n');
  await expect(rotateHistoryKey(file, day(1))).rejects.toThrow('has no HISTORY_SIGNING_KEY');
  expect(readFileSync(file, 'utf8')).toBe('OWN=mine\n');
});
