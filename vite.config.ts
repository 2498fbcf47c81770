import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Both cursor and collaboration extensions must meet one sync plugin key; see docs/decisions/0002. */
const alias = { 'y-prosemirror': '@tiptap/y-tiptap' };

const shared = { resolve: { alias, dedupe: ['yjs', 'y-protocols', 'react', 'react-dom'] } };
const inline = { deps: { inline: [/@tiptap\//, /y-prosemirror/] } };

export default defineConfig({
  ...shared,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // What most pages need comes as one file, which is smaller than thirty; forms are not among it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 6, test: (id) => !/react-hook-form|@hookform/.test(id) }],
        },
      },
    },
  },
  test: {
    // One less than there are cores is the default, which on two cores leaves one idle.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          server: inline,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['tests/{integration,database}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          server: inline,
        },
      },
    ],
  },
});
