import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { makeExample } from '../../scripts/make-example.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';
import { expect, PASSWORD, test } from './spolu.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'examples/minimal');

test('in the smallest app, with its own database, two people write one text', async ({ browser }) => {
  const project = mkdtempSync(join(ROOT, '.spolu/example-'));
  makeExample(project);
  const supabase = await startTestSupabase({ dir: project });
  // Not by `process.env`: servers that other stories start in this process would inherit it.
  const define = {
    'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(supabase.url),
    'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(supabase.publishableKey),
  };
  const vite = await createServer({
    configFile: join(FOLDER, 'vite.config.ts'),
    define,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await vite.listen();
  try {
    const open = async (name: string, hash: string) => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${vite.resolvedUrls!.local[0]!}${hash}`);
      await page.getByLabel('Email').fill(`${name}@example.com`);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByLabel('Text')).toBeEnabled();
      return page;
    };
    const one = await open('ann', '');
    await one.getByLabel('Text').fill('Hello');
    await expect(one.locator('#state')).toHaveText('Saved, live');
    const two = await open('bob', new URL(one.url()).hash);
    await expect(two.getByLabel('Text')).toHaveValue('Hello');
    await two.getByLabel('Text').press('End');
    await two.keyboard.type(', world');
    await expect(one.getByLabel('Text')).toHaveValue('Hello, world');
    await expect(two.locator('#people')).toHaveText(/^(ann, bob|bob, ann)$/);
  } finally {
    await vite.close();
    await supabase.close();
    rmSync(project, { recursive: true });
  }
});
