import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../../src/embedded-supabase/db/split-statements.ts';

const split = (sql: string) => splitStatements(sql).map((statement) => statement.text);

describe('splitting SQL', () => {
  it.each([
    ['plain', 'select 1; select 2;', ['select 1', 'select 2']],
    ['no last semicolon', 'select 1;\n\nselect 2\n', ['select 1', 'select 2']],
    [
      'strings',
      `select ';', "a;b", 'it''s; ok'; select e'\\';'`,
      [`select ';', "a;b", 'it''s; ok'`, `select e'\\';'`],
    ],
    [
      'dollar quotes',
      'do $a$ begin; $$ ; $$ end; $a$; select 1',
      ['do $a$ begin; $$ ; $$ end; $a$', 'select 1'],
    ],
    ['parameters are no quotes', 'select $1; select $2', ['select $1', 'select $2']],
    [
      'comments',
      '-- a; b\nselect 1; /* c; /* d; */ e; */ select 2; -- end;',
      ['-- a; b\nselect 1', '/* c; /* d; */ e; */ select 2'],
    ],
    [
      'rules',
      'create rule r as on insert to t do (select 1; select 2); select 3',
      ['create rule r as on insert to t do (select 1; select 2)', 'select 3'],
    ],
    [
      'atomic bodies',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
      [
        'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
        'select 3',
      ],
    ],
    ['a transaction is no body', 'begin; select 1; end; select 2', ['begin', 'select 1', 'end', 'select 2']],
    ['unclosed', "select 'a; b", ["select 'a; b"]],
    ['nothing', ' -- only this\n;;', []],
  ])('%s', (_name, sql, statements) => {
    expect(split(sql)).toEqual(statements);
  });

  it('reports where each statement begins', () => {
    const sql = 'select 1;\n\n  select 2;';
    expect(splitStatements(sql).map(({ start }) => sql.slice(start, start + 8))).toEqual([
      'select 1',
      'select 2',
    ]);
  });

  it('loses only semicolons and whitespace of the project’s own migrations', () => {
    const folder = new URL('../../../supabase/migrations/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      const bare = (text: string) => text.replaceAll(/[;\s]/g, '');
      expect(bare(split(sql).join('')), name).toBe(bare(sql));
    }
  });
});
