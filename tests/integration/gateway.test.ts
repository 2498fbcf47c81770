import { createClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let dir: string;

const PAGE =
  '<!doctype html><script>document.documentElement.lang = "en";</script><script type="application/json" id="supabase-config">{}</script><div id="root"></div>';

function writeProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'spolu-project-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

beforeAll(async () => {
  dir = writeProject({
    'supabase/config.toml':
      '[functions.open]\nverify_jwt = false\n[functions.eats]\nverify_jwt = false\n[functions.spins]\nverify_jwt = false\n[functions.off]\nenabled = false\n',
    'supabase/migrations/1_notes.sql': 'create table notes (id int);',
    'supabase/functions/echo/index.ts': `import { word } from 'shared/word.ts';
      Deno.serve(async (request) => Response.json({
        word, path: new URL(request.url).pathname, method: request.method,
        authorization: request.headers.get('authorization'), body: await request.text(),
        url: Deno.env.get('SUPABASE_URL'), own: Deno.env.get('OWN'), proxy: Deno.env.get('HTTPS_PROXY'), relay: request.headers.get('x-embedded-relay') }));`,
    'supabase/functions/echo/deno.json': '{ "imports": { "shared/": "../_shared/" } } // with a comment',
    'supabase/functions/_shared/word.ts': "export const word: string = 'shared';",
    'supabase/functions/.env':
      'OWN="from the file"\nHTTPS_PROXY=http://127.0.0.1:9\nSUPABASE_URL=http://127.0.0.1:9\n',
    'supabase/functions/open/index.ts': `export default { fetch: (request: Request) =>
      request.method === 'OPTIONS' ? new Response('mine', { headers: { 'access-control-allow-origin': 'https://x.test' } }) : new Response('open') };`,
    'supabase/functions/off/index.ts': `Deno.serve(() => new Response('off'));`,
    'supabase/functions/broken/index.ts': `throw new Error('at the start');`,
    'supabase/functions/throws/index.ts': `Deno.serve(() => { void Promise.reject(new Error('late')); throw new Error('now'); });`,
    'supabase/functions/greedy/index.ts': `Deno.serve(async () => {
      const tried = [() => Deno.readTextFile('/etc/hostname'), () => Deno.writeTextFile('x', 'x'),
        () => Deno.connect({ hostname: '127.0.0.1', port: 9 }), () => new Deno.Command('ls').output()];
      const names: string[] = [];
      for (const attempt of tried) names.push(await Promise.resolve().then(attempt).then(() => 'allowed', (error) => error.name));
      return Response.json(names);
    });`,
    'supabase/functions/eats/index.ts': `Deno.serve(() => {
      const eaten: number[][] = [];
      for (;;) eaten.push(Array.from({ length: 100_000 }, () => eaten.length + 0.5));
    });`,
    'supabase/functions/spins/index.ts': `Deno.serve(async (request) => {
      const end = Date.now() + Number(await request.text());
      while (Date.now() < end);
      return new Response('spun');
    });`,
    'supabase/functions/dies/index.ts': `Deno.serve(() => { Deno.exit(3); });`,
    // A reply too large to be accepted breaks the connection while the process is still running.
    'supabase/functions/dying/index.ts': `Deno.serve(() => {
      setTimeout(() => Deno.exit(3), 200);
      return new Response('', { headers: { 'x-much': 'x'.repeat(100_000) } });
    });`,
    'supabase/functions/slow/index.ts': `Deno.serve(async () => {
      await new Promise((done) => setTimeout(done, 400));
      return new Response('slow');
    });`,
    'dist/index.html': PAGE,
    'dist/assets/app-1a2b3c.js': `console.log(${JSON.stringify('x'.repeat(2000))})`,
    'dist/robots.txt': 'none',
    'secret.txt': 'not for the web',
  });
  supabase = await startTestSupabase({ dir, staticDir: join(dir, 'dist') });
});
afterAll(async () => {
  await supabase.close();
  rmSync(dir, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(supabase.url + path, { redirect: 'manual', ...init });
const key = () => ({ apikey: supabase.publishableKey });

/** Sends headers that `fetch` does not allow. */
function callRaw(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((done, fail) => {
    request(supabase.url + path, { headers }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    })
      .once('error', fail)
      .end();
  });
}

/** Sends bytes that no HTTP client would send; resolves to all that came back. */
function sendBytes(bytes: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = '';
    const socket = connect(Number(new URL(supabase.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text) => (answer += text));
    socket.once('error', fail).once('close', () => done(answer));
  });
}

const upgrade = (path: string, host: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

describe('an upgrade', () => {
  it('to no address is refused, and the server goes on', async () => {
    const path = '/realtime/v1/websocket';
    for (const host of ['[[[', '', 'a b', '127.0.0.1/x?', 'user@127.0.0.1', '127.0.0.1:99999']) {
      expect(await sendBytes(upgrade(path, host)), host).toMatch(/^HTTP\/1.1 400 /);
    }
    for (const other of ['http://127.0.0.1/', '*', 'x']) {
      expect(await sendBytes(upgrade(other, '127.0.0.1')), other).toMatch(/^HTTP\/1.1 400 /);
    }
    for (const slashes of ['//', '//[', '/\\', '///x']) {
      expect(await sendBytes(upgrade(slashes, '127.0.0.1')), slashes).toMatch(/^HTTP\/1.1 404 /);
    }
    expect(supabase.errors).toEqual([]);
  });

  it('of a page of another site is refused before its path is read', async () => {
    const foreign = upgrade('//', '127.0.0.1').replace('\r\n', '\r\nOrigin: https://evil.test\r\n');
    expect(await sendBytes(foreign)).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe('API keys', () => {
  it('are required and checked, with the messages of hosted Supabase', async () => {
    const missing = await call('/auth/v1/settings');
    expect([missing.status, await missing.json()]).toEqual([
      401,
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ]);
    const wrong = await call('/auth/v1/settings', { headers: { apikey: 'sb_publishable_wrong' } });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: 'Invalid API key' }]);
    for (const good of ['publishableKey', 'secretKey', 'anonKey', 'serviceRoleKey'] as const) {
      expect((await call(`/auth/v1/settings?apikey=${supabase[good]}`)).status, good).toBe(200);
    }
  });

  it('become the token of a caller without one, and the secret key is an administrator', async () => {
    const list = (headers: Record<string, string>) => call('/auth/v1/admin/users', { headers });
    expect((await list({ apikey: supabase.secretKey })).status).toBe(200);
    expect(
      (await list({ apikey: supabase.secretKey, authorization: `Bearer ${supabase.secretKey}` })).status,
    ).toBe(200);
    expect(
      (await list({ apikey: supabase.publishableKey, authorization: `Bearer ${supabase.secretKey}` })).status,
    ).toBe(403);
    expect((await list({ apikey: supabase.publishableKey })).status).toBe(403);
  });

  it('are not required where a browser opens a link', async () => {
    expect((await call('/auth/v1/.well-known/jwks.json')).status).toBe(200);
    expect((await call('/auth/v1/verify?token=x&type=signup')).status).toBe(303);
    expect((await call('/auth/v1/verify', { headers: { apikey: 'wrong' } })).status).toBe(401);
  });
});

describe('a body that is refused before it has arrived', () => {
  it('is not read, and its connection is not reused', async () => {
    const { storage } = createClient(supabase.url, supabase.secretKey, {
      realtime: { transport: WebSocket as never },
    });
    await storage.createBucket('small', { public: false, fileSizeLimit: 10 });
    const upload = async (name: string, bytes: number) =>
      (await storage.from('small').upload(name, 'x'.repeat(bytes))).error?.message ?? 'stored';
    for (const round of [1, 2]) {
      expect(await upload('large', 2_000_000)).toBe('The object exceeded the maximum allowed size');
      for (const turn of [1, 2, 3]) expect(await upload(`${round}-${turn}`, 1)).toBe('stored');
    }
  });
});

describe('CORS and other sites', () => {
  it('answers preflights and lets pages of this machine read', async () => {
    const origin = 'http://localhost:5173';
    const preflight = await call('/auth/v1/signup', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,x-more',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-more');
    const reply = await call('/auth/v1/settings', { headers: { ...key(), origin } });
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('blocks pages of other sites from a server with well-known keys', async () => {
    const headers = { apikey: supabase.secretKey, origin: 'https://evil.test' };
    expect((await call('/auth/v1/admin/users', { headers })).status).toBe(403);
    expect((await call('/functions/v1/open', { headers })).status).toBe(403);
    expect((await call('/inbox', { headers: { origin: 'null' } })).status).toBe(403);
    expect(await callRaw('/inbox', { host: 'evil.test' })).toBe(421);
    const socket = new WebSocket(
      `${supabase.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${supabase.secretKey}&vsn=2.0.0`,
      { origin: 'https://evil.test' },
    );
    const message = await new Promise((done) => socket.once('error', (error) => done(error.message)));
    expect(message).toMatch(/403/);
  });
});

describe('the app', () => {
  it('is one page for every path, with the address of its Supabase, never cached', async () => {
    for (const path of ['/', '/d/some-document', '/sign-in?next=x']) {
      const page = await call(path);
      const [, json = ''] = /id="supabase-config">([^<]*)</.exec(await page.text()) ?? [];
      expect(JSON.parse(json)).toEqual({
        supabaseUrl: supabase.url,
        publishableKey: supabase.publishableKey,
        eventsPerSecond: 100_000,
      });
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`connect-src 'self' ${supabase.url} ws://`);
      expect(policy).not.toContain('unsafe-eval');
    }
  });

  it('serves hashed files as immutable and compressed, and does not serve the page for a missing one', async () => {
    const file = await call('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(await file.text()).toContain('xxxx');
    const again = await call('/assets/app-1a2b3c.js', {
      headers: { 'if-none-match': file.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await call('/assets/app-old.js')).status).toBe(404);
    expect((await call('/', { method: 'POST' })).status).toBe(405);
  });

  it('serves nothing outside its folder', async () => {
    for (const path of [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%00',
      '/%zz',
    ]) {
      expect(await (await call(path)).text(), path).not.toContain('not for the web');
    }
  });
});

describe('functions', () => {
  const invoke = (name: string, init: RequestInit = {}) =>
    call(`/functions/v1/${name}`, { method: 'POST', ...init });

  it('are called by supabase-js, with the path, the token and the environment of hosted ones', async () => {
    const client = createClient(supabase.url, supabase.publishableKey, {
      realtime: { transport: WebSocket as never },
    });
    const { data, error } = await client.functions.invoke('echo/more', { body: { a: 1 } });
    expect(error).toBeNull();
    expect(data).toEqual({
      word: 'shared',
      path: '/echo/more',
      method: 'POST',
      authorization: `Bearer ${supabase.anonKey}`,
      body: '{"a":1}',
      url: supabase.url,
      own: 'from the file',
      relay: null,
    });
  });

  it('require a token, with the messages of the local runtime, unless verify_jwt is off', async () => {
    const sent: Record<string, string>[] = [
      {},
      { authorization: 'Basic x' },
      { authorization: 'Bearer x.y.z' },
    ];
    const replies = sent.map(async (headers) => {
      const reply = await invoke('echo', { headers });
      return [reply.status, await reply.json()];
    });
    expect(await Promise.all(replies)).toEqual([
      [401, { msg: 'Error: Missing authorization header' }],
      [401, { msg: "Error: Auth header is not 'Bearer {token}'" }],
      [401, { msg: 'Invalid JWT' }],
    ]);
    expect(await (await invoke('open')).text()).toBe('open');
  });

  it('answer preflights themselves', async () => {
    const reply = await invoke('open', { method: 'OPTIONS' });
    expect([reply.headers.get('access-control-allow-origin'), await reply.text()]).toEqual([
      'https://x.test',
      'mine',
    ]);
  });

  it('that do not exist, are disabled or are shared code are not found', async () => {
    for (const name of ['nothing', 'off', '_shared', '__proto__', 'echo%2f..%2f_shared', '']) {
      const reply = await invoke(name, { headers: key() });
      expect([name, reply.status, await reply.text()]).toEqual([name, 404, 'Function not found']);
    }
  });

  it('that fail do not affect the others', async () => {
    const broken = await invoke('broken', { headers: key() });
    expect([broken.status, await broken.json()]).toMatchObject([503, { code: 'BOOT_ERROR' }]);
    const throws = await invoke('throws', { headers: key() });
    expect([throws.status, await throws.json()]).toMatchObject([500, { code: 'WORKER_ERROR' }]);
    expect((await invoke('open')).status).toBe(200);
  });

  it('may not read, write, connect or run anything else', async () => {
    const reply = await invoke('greedy', { headers: key() });
    expect(await reply.json()).toEqual(['NotCapable', 'NotCapable', 'NotCapable', 'NotCapable']);
  });

  it('restart after their process died', async () => {
    const died = await invoke('dies', { headers: key() });
    expect(died.status).toBe(503);
    expect((await invoke('open')).status).toBe(200);
  });

  it.each([
    ['compute', 'spins', [200, 200]],
    ['take all memory', 'eats', [503]],
  ])('answer others while they %s', async (_, name, statuses) => {
    const as = (who: string) => ({ authorization: `Bearer e30.${btoa(JSON.stringify({ sub: who }))}.` });
    const costly = statuses.map(() => invoke(name, { method: 'POST', body: '1500', headers: as('eve') }));
    const over = new AbortController();
    const all = Promise.all(costly).finally(() => over.abort());
    await sleep(50);
    const waits: number[] = [];
    while (!over.signal.aborted) {
      const started = Date.now();
      expect((await invoke('open', { headers: as('ann') })).status).toBe(200);
      waits.push(Date.now() - started);
      await sleep(20);
    }
    expect((await all).map((reply) => reply.status)).toEqual(statuses);
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(waits.length).toBeGreaterThan(10);
  });

  it('are not called in a process that is ending', async () => {
    expect((await invoke('dying', { headers: key() })).status).toBe(503);
    const next = await invoke('slow', { headers: key() });
    expect([next.status, await next.text()]).toEqual([200, 'slow']);
  });
});

describe('an unknown path', () => {
  it('is not found', async () => {
    expect((await call('/realtime/v1/nothing', { headers: key() })).status).toBe(404);
    expect(supabase.errors).toEqual([]);
  });
});
