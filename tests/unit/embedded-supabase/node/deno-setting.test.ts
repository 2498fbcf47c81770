import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { denoEnvironment } from '../../../../src/embedded-supabase/node/deno-setting.ts';

test('variables of a data folder are no variables of the process, where they could be code', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spolu-variables-'));
  writeFileSync(join(dataDir, 'functions.env'), 'LD_PRELOAD=/tmp/foreign.so\nOWN=mine\n');
  const url = 'http://127.0.0.1:1';
  const keys = {
    publishableKey: 'p',
    secretKey: 's',
    anonKey: 'a',
    serviceRoleKey: 'r',
    jwtSecret: 'j',
  };
  const options = {
    projectDir: dataDir,
    dataDir,
    gatewayUrl: url,
    databaseUrl: url,
    keys,
    config: { functions: {} },
  };
  const { EMBEDDED_VARIABLES: own = '', ...others } = denoEnvironment(options, 'secret');
  rmSync(dataDir, { recursive: true });
  expect(Object.keys(others)).not.toContain('LD_PRELOAD');
  expect(Object.keys(others)).not.toContain('OWN');
  expect(JSON.parse(own)).toEqual({ LD_PRELOAD: '/tmp/foreign.so', OWN: 'mine' });
});
