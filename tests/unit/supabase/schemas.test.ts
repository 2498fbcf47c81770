import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitStatements } from '../../../src/embedded-supabase/db/split-statements.ts';
import { readProjectConfig } from '../../../src/embedded-supabase/node/read-project.ts';

const SCHEMAS = ['supabase/schemas', 'src/yjs-supabase/sql'];
const files = SCHEMAS.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
const statements = files.flatMap((file) =>
  splitStatements(readFileSync(file, 'utf8')).map(({ text }) =>
    text.replaceAll(/^\s*--[^\n]*\n/gm, '').trim(),
  ),
);

test('config.toml lists each schema file once', () => {
  const listed = readProjectConfig('.', {}).db.migrations.schema_paths;
  expect(listed.map((file) => join('supabase', file)).toSorted()).toEqual(files.toSorted());
});

/** The objects that statements create, e.g. `function private.caller`, `policy own_profile on public.profiles`. */
function readCreated(): readonly string[] {
  const CREATE =
    /^create\s+(?:or\s+replace\s+|unique\s+|unlogged\s+|constraint\s+)*(?:(policy|trigger)\s+(\w+)\b[^;]*?\bon\s+([\w.]+)|(\w+)\s+(?:if\s+not\s+exists\s+)?([\w."/-]+))/i;
  return statements.flatMap((text) => {
    const [, kind, name, table, other = '', otherName = ''] = CREATE.exec(text) ?? [];
    if (kind !== undefined) return [`${kind} ${name} on ${table}`];
    return other === '' ? [] : [`${other.toLowerCase()} ${otherName}`];
  });
}

test('the schemas create each object once', () => {
  const created = readCreated();
  expect(created.filter((name) => name.startsWith('function ')).length).toBeGreaterThan(100);
  expect(created.filter((name, index) => created.indexOf(name) !== index)).toEqual([]);
});

test('the schemas change and drop nothing that they created', () => {
  const patched = statements.filter(
    (text) =>
      /^(drop|update|delete|create or replace)\b/i.test(text) ||
      (/^alter\b/i.test(text) &&
        !/^alter table \S+ (enable row level security|alter column \w+ set storage external|add constraint \w+\s+foreign key .*)$/.test(
          text,
        )),
  );
  expect(patched).toEqual([]);
});
