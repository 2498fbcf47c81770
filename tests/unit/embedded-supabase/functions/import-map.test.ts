import { expect, it } from 'vitest';
import { buildImportMap } from '../../../../src/embedded-supabase/functions/import-map.ts';

const root = 'file:///p/supabase/functions/';

it('keeps the entries of a function within its folder, and resolves paths against their file', () => {
  const map = buildImportMap([
    {
      scope: root,
      file: `${root}deno.json`,
      text: '{"imports": {"zod": "npm:zod@4", "a": "./_shared/a.ts"}}',
    },
    {
      scope: `${root}hello/`,
      file: `${root}hello/deno.json`,
      text: `{ // a comment, and "//" in a string
        "imports": { "zod": "npm:zod@3", "b/": "../_shared/b/", "url": "https://x.test//y" } /* more */ }`,
    },
  ]);
  expect(map).toEqual({
    imports: {},
    scopes: {
      [root]: { zod: 'npm:zod@4', a: `${root}_shared/a.ts` },
      [`${root}hello/`]: { zod: 'npm:zod@3', 'b/': `${root}_shared/b/`, url: 'https://x.test//y' },
    },
  });
});

it('names a file that it cannot parse', () => {
  expect(() => buildImportMap([{ scope: root, file: `${root}deno.json`, text: '{' }])).toThrow(
    /deno\.json is not JSON/,
  );
  const text = '{"imports": {"a": 1}}';
  expect(() => buildImportMap([{ scope: root, file: `${root}deno.json`, text }])).toThrow(
    /deno\.json: imports\.a/,
  );
});
