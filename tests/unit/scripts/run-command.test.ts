import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../../scripts/test/run-command.ts';

const ROOT = join(import.meta.dirname, '../../..');
const runScript = (script: string, limitMs = 20_000) =>
  runCommand(process.execPath, ['-e', script], { quiet: true, limitMs });

test('a command returns its exit code and both streams', async () => {
  const { code, output } = await runScript('console.log("out"); console.error("err"); process.exitCode = 3');
  expect(code).toBe(3);
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
});

test('a command that does not exist has failed', async () => {
  expect((await runCommand('/nowhere/at-all', [], { quiet: true, limitMs: 20_000 })).code).not.toBe(0);
});

test('a command ended by a signal has failed', async () => {
  expect((await runScript('process.kill(process.pid, "SIGTERM"); setInterval(() => 0, 1000)')).code).toBe(1);
});

test('a command that hangs is ended and has failed, even if it then reports success', async () => {
  const { code, output } = await runScript(
    'process.on("SIGTERM", () => process.exit(0)); setInterval(() => 0, 1000)',
    500,
  );
  expect(code).toBe(124);
  expect(output).toContain('took longer than');
});

test('an unknown part is refused before anything is deleted', () => {
  const reports = join(ROOT, '.spolu/reports');
  mkdirSync(reports, { recursive: true });
  for (const word of ['unti', '--al']) {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.mjs', word], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain(`Unknown: ${word}. Parts: lint, types, build, fuzz, unit, integration, e2e.`);
  }
  expect(existsSync(reports)).toBe(true);
});
