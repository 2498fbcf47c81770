import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowTimeStamps } from '../../../scripts/allow-time-stamps.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spolu-authority-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const allow = (env: Record<string, string> = {}) => allowTimeStamps({ dataDir, projectDir: dataDir }, env);
const set = (line: string): void => writeFileSync(join(dataDir, 'functions.env'), `${line}\n`);

test('functions may connect to the authority that their variables name, and to no other', () => {
  expect(allow()).toEqual({});
  set('TIME_STAMP_URL=');
  expect(allow({ FUNCTIONS_ALLOW_NET: 'a:1' })).toEqual({});
  set('TIME_STAMP_URL=https://freetsa.org/tsr');
  expect(allow()).toEqual({ FUNCTIONS_ALLOW_NET: 'freetsa.org:443' });
  expect(allow({ FUNCTIONS_ALLOW_NET: 'a:1' })).toEqual({ FUNCTIONS_ALLOW_NET: 'a:1,freetsa.org:443' });
  mkdirSync(join(dataDir, 'supabase/functions'), { recursive: true });
  writeFileSync(join(dataDir, 'supabase/functions/.env'), 'TIME_STAMP_URL=http://127.0.0.1:7/tsr\n');
  expect(allow()).toEqual({ FUNCTIONS_ALLOW_NET: '127.0.0.1:7' });
});

test('a wrong address ends the start with a sentence', () => {
  set('TIME_STAMP_URL=http://example.com/tsr');
  expect(() => allow()).toThrow(
    expect.objectContaining({ sentence: expect.stringContaining('begins with https://') }),
  );
});
