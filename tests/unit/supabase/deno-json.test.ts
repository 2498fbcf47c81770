/** Configuration for deployments: imports with the installed versions, and nothing about the local node_modules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

test('functions are deployed with imports only, of the versions that are installed here', () => {
  const deployed = readJson('supabase/functions/deno.json');
  const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
  const stemmers = ['@orama/stemmers/english', '@orama/stemmers/german'];
  const names = [...stemmers, 'asn1js', 'diff', 'jose', 'nodemailer', 'yjs', 'zod', 'zod/mini'];
  const address = (name: string): string => {
    const [, source = '', path = ''] = /^(@[^/]+\/[^/]+|[^/]+)(.*)$/.exec(name) ?? [];
    return `npm:${source}@${dependencies[source]}${path}`;
  };
  expect(deployed).toEqual({ imports: Object.fromEntries(names.map((name) => [name, address(name)])) });
});
