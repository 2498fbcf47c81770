/** Checks `engines` of all packages. npm is not set to do so (`engine-strict`) because of supabase-js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ engines: z.object({ node: z.string() }).optional() })),
});

/** Whether one of the ranges (`^20.19.0 || >=22.12.0`, or `*`) contains a version. */
function takes(ranges: string, [major, minor]: readonly [number, number]): boolean {
  return ranges.split('||').some((range) => {
    if (range.trim() === '*') return true;
    const [, sign = '', wanted = '', least = '0'] = /^\s*(\^|>=)?\s*v?(\d+)(?:\.(\d+))?/.exec(range) ?? [];
    const isMajor = Number(wanted) === major && Number(least) <= minor;
    return isMajor || (sign === '>=' && Number(wanted) < major);
  });
}

test('every package supports the oldest Node that Spolu promises, except supabase-js, which gets a WebSocket', () => {
  const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(readJson('package.json'));
  const [, major, minor] = /^>=(\d+)\.(\d+)\./.exec(engines.node) ?? [];
  const oldest = [Number(major), Number(minor)] as const;
  const { packages } = lockSchema.parse(readJson('package-lock.json'));
  const newer = Object.entries(packages).filter(([, one]) => one.engines && !takes(one.engines.node, oldest));
  expect(oldest).toEqual([20, 19]);
  expect(
    newer
      .map(([path]) => path.replace('node_modules/', ''))
      .filter((name) => !/^@supabase\/[a-z]+-js$/.test(name))
      // The files of docx have a copy of it inside.
      .filter((name) => name !== 'docx/node_modules/nanoid'),
  ).toEqual([]);
});
