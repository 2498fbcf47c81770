/** `npm run example`: the page of examples/minimal, and an embedded Supabase with the server half of yjs-supabase and no more. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { makeExample } from './make-example.ts';

const ROOT = join(import.meta.dirname, '..');
const project = join(ROOT, '.spolu/example');

makeExample(project);
const backend = fork(join(import.meta.dirname, 'run.mjs'), ['backend', '--dir', project], {
  env: { ...process.env, DATA_DIR: join(project, 'data'), APP_NAME: 'example' },
});
backend.on('exit', (code) => process.exit(code ?? 1));
const page = await createServer({ configFile: join(ROOT, 'examples/minimal/vite.config.ts') });
await page.listen();
page.printUrls();
