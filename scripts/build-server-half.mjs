/**
 * Adds the server half to `dist` of yjs-supabase: the SQL of the log as one file, and its edge functions with their imports.
 * Files of `functions/` replace those of this repository's app.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FUNCTIONS = join(ROOT, 'supabase/functions');
const OWN = join(ROOT, 'src/yjs-supabase/functions');
const OUT = join(ROOT, 'src/yjs-supabase/dist/server');
const ENTRIES = 'append-updates load-document open-session save-snapshot'.split(' ');

// In the order of `schema_paths`: a file uses tables and SQL functions of those before it.
const listed = read(join(ROOT, 'supabase/config.toml')).matchAll(
  /"\.\.\/(src\/yjs-supabase\/sql\/\w+\.sql)"/g,
);
write('log.sql', [...listed].map(([, file]) => read(join(ROOT, file))).join('\n'));
const packages = new Set();
const copied = new Set();
for (const entry of ENTRIES) copy(`${entry}/index.ts`);
const { imports } = JSON.parse(read(join(FUNCTIONS, 'deno.json')));
const used = Object.entries(imports).filter(([name]) => packages.has(name));
write('functions/deno.json', `${JSON.stringify({ imports: Object.fromEntries(used) }, null, 2)}\n`);

function copy(file) {
  if (copied.has(file)) return;
  copied.add(file);
  const own = join(OWN, file.replace('_shared/', ''));
  const text = read(existsSync(own) ? own : join(FUNCTIONS, file));
  write(`functions/${file}`, text);
  for (const [, name] of text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gms)) {
    if (name.startsWith('.')) copy(join(dirname(file), name));
    else packages.add(name);
  }
}

function read(path) {
  return readFileSync(path, 'utf8');
}

function write(file, text) {
  const path = join(OUT, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
