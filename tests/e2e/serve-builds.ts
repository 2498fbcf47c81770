/** Two builds of the app at one address, the second in place of the first when it is published. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveApp } from '../../src/embedded-supabase/node/serve-app.ts';

const DIST = join(import.meta.dirname, '../../dist');
const NEXT_ID = 'feedfeedfeedfeed';

/** The server at `supabaseUrl` stays. The next build has another id and another file of the account page. */
export async function serveBuilds(supabaseUrl: string) {
  const dir = mkdtempSync(join(tmpdir(), 'spolu-builds-'));
  cpSync(DIST, dir, { recursive: true });
  const html = await (await fetch(`${supabaseUrl}/documents`)).text();
  const [, publishableKey = ''] = /"publishableKey":"([^"]*)"/.exec(html) ?? [];
  const [, id = ''] = /name="spolu-build" content="([\da-f]+)"/.exec(html) ?? [];
  const app = await serveApp({
    dir,
    publishableKey,
    supabaseUrl,
    host: '127.0.0.1',
    port: 0,
    onError: (error) => {
      throw error;
    },
  });
  return {
    url: app.url,
    ids: [id, NEXT_ID] as const,
    publishNext: () => replaceBuild(dir, id),
    close: async () => {
      await app.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function replaceBuild(dir: string, id: string): void {
  const assets = readdirSync(join(dir, 'assets'));
  const account = assets.find((name) => /^account-page-.*\.js$/.test(name));
  if (account === undefined) throw new Error('the build has no account page');
  const next = 'account-page-ofNextBuild.js';
  renameSync(join(dir, 'assets', account), join(dir, 'assets', next));
  const scripts = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.js'));
  const texts = ['sw.js', 'index.html', ...scripts.map((name) => `assets/${name}`)];
  for (const name of texts) {
    const text = readFileSync(join(dir, name), 'utf8');
    const changed = text.replaceAll(account, next).replaceAll(id, NEXT_ID);
    if (changed !== text) writeFileSync(join(dir, name), changed);
  }
}
