import { createServer } from 'vite';
import { join } from 'node:path';
import { expect, PASSWORD, test } from './spolu.ts';

const FOLDER = join(import.meta.dirname, '../../examples/minimal');

test('in the smallest app two windows show one text', async ({ browser, person, spolu }) => {
  const { email, page: app } = await person('Ema');
  await app.goto('/documents');
  const publishableKey = await app.evaluate(
    () =>
      (JSON.parse(document.querySelector('#supabase-config')!.textContent) as { publishableKey: string })
        .publishableKey,
  );
  // Not by `process.env`: servers that other stories start in this process would inherit it.
  const define = {
    'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(spolu.url),
    'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(publishableKey),
  };
  const vite = await createServer({
    configFile: join(FOLDER, 'vite.config.ts'),
    define,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await vite.listen();
  try {
    const open = async (hash: string) => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${vite.resolvedUrls!.local[0]!}${hash}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByLabel('Text')).toBeEnabled();
      return page;
    };
    const one = await open('');
    await one.getByLabel('Text').fill('Hello');
    await expect(one.locator('#state')).toHaveText('Saved, live');
    const two = await open(new URL(one.url()).hash);
    await expect(two.getByLabel('Text')).toHaveValue('Hello');
    await two.getByLabel('Text').press('End');
    await two.keyboard.type(', world');
    await expect(one.getByLabel('Text')).toHaveValue('Hello, world');
    await expect(two.locator('#people')).toHaveText('Ema, Ema');
  } finally {
    await vite.close();
  }
});
