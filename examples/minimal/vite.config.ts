import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, '../..');

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(root, 'node_modules/.cache/example'),
  // Outside this repository the package comes from npm.
  resolve: { alias: { 'yjs-supabase': join(root, 'src/yjs-supabase/src/index.ts') } },
});
