/** The endpoints for operators of a server, health and metrics, and the lines of its log. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeTestDataDir } from '../support/open-test-database.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const FILES = {
  'supabase/config.toml': '[realtime]\nclientPresenceCalls = 1\n[functions.hello]\nverify_jwt = false\n',
  'supabase/migrations/1_notes.sql': 'create table notes (id int);',
  'supabase/functions/hello/index.ts': `Deno.serve((request) => {
    if (request.method === 'DELETE') throw new Error('for jana@example.com');
    return new Response(request.headers.get('x-request-id'));
  });`,
};

let supabase: TestSupabase;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'spolu-operations-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  supabase = await startTestSupabase({ dir, env: { METRICS_TOKEN: 'a-token-for-metrics' } });
});
afterAll(async () => {
  await supabase.close();
  rmSync(dir, { recursive: true, force: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(supabase.url + path, { headers });
const readMetrics = async () => (await get('/metrics')).text();

async function valueOf(name: string): Promise<number> {
  const line = (await readMetrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}

describe('health', () => {
  it('reports that the server is alive and ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ready: true, parts: { database: 'ok', migrations: 'ok', storage: 'ok' } },
    ]);
    expect((await fetch(`${supabase.url}/readyz`, { method: 'POST' })).status).toBe(405);
  });

  it('reports which part fails, without details to strangers', async () => {
    const storage = join(supabase.dataDir, 'storage');
    renameSync(join(storage, 'tmp'), join(storage, 'away'));
    await supabase.database.query('delete from supabase_migrations.schema_migrations');
    const broken = await get('/readyz');
    renameSync(join(storage, 'away'), join(storage, 'tmp'));
    await supabase.database.query(`insert into supabase_migrations.schema_migrations (version) values ('1')`);
    expect([broken.status, await broken.json()]).toEqual([
      503,
      { ready: false, parts: { database: 'ok', migrations: 'failing', storage: 'failing' } },
    ]);
    expect(supabase.errors.splice(0).map(String).join()).toMatch(
      /ENOENT.*Migrations are missing: 1|Migrations are missing: 1.*ENOENT/,
    );
    expect((await get('/readyz')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count calls of functions as hosted Supabase does: every answer, except preflights', async () => {
    const before = supabase.metrics.functionCalls();
    await (await get('/functions/v1/hello')).text();
    await (await fetch(`${supabase.url}/functions/v1/hello`, { method: 'DELETE' })).text();
    await (await fetch(`${supabase.url}/functions/v1/hello`, { method: 'OPTIONS' })).text();
    await (await get('/functions/v1/no-such-function')).text();
    // An answer is counted when its last byte was sent, a moment after the caller has received it.
    await expect.poll(() => supabase.metrics.functionCalls() - before).toBe(2);
    expect(await valueOf('function_calls_total{name="hello",status="200"}')).toBe(1);
    expect(await valueOf('function_calls_total{name="hello",status="500"}')).toBe(1);
    expect(await valueOf('function_duration_seconds_count{name="hello"}')).toBe(2);
    expect(await readMetrics()).not.toContain('no-such-function');
  });

  it('count Realtime’s messages, connections, and closed lanes with the reason', async () => {
    const client = () =>
      createClient(supabase.url, supabase.publishableKey, { realtime: { transport: WebSocket as never } });
    const [ann, ben] = [client(), client()];
    const heard = new Promise((done) => {
      ben
        .channel('room')
        .on('broadcast', { event: 'word' }, done)
        .subscribe((state) => {
          if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void join();
        });
    });
    const lane = ann.channel('room');
    const join = () =>
      lane.subscribe((state) => {
        if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED)
          void lane.send({ type: 'broadcast', event: 'word', payload: {} });
      });
    await heard;
    expect(await valueOf('realtime_connections')).toBe(2);
    expect(await valueOf('realtime_channels')).toBe(2);
    expect(await valueOf('realtime_messages_total{way="in"}')).toBe(1);
    expect(await valueOf('realtime_messages_total{way="out"}')).toBe(1);
    await lane.track({ here: 1 });
    void lane.track({ here: 2 });
    const closed = 'realtime_channels_closed_total{reason="Client presence rate limit exceeded"}';
    await expect.poll(() => valueOf(closed)).toBe(1);
    expect(await valueOf('realtime_channels')).toBe(1);
    expect(supabase.metrics.realtime.presenceEvents).toBeGreaterThan(0);
    await Promise.all([ann.removeAllChannels(), ben.removeAllChannels()]);
    await expect.poll(() => valueOf('realtime_connections')).toBe(0);
  });

  it('count requests by service and status, and connections to the database', async () => {
    await (await get('/rest/v1/notes', { apikey: supabase.publishableKey })).text();
    await expect.poll(() => valueOf('http_requests_total{service="rest",method="GET",status="200"}')).toBe(1);
    expect(await valueOf('database_connections{pool="services",state="waiting"}')).toBe(0);
  });

  it('are for this machine, or with the token; behind a proxy with the token only', async () => {
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get('/metrics', { authorization: 'Bearer a-token-for-metrics' })).status).toBe(200);
    expect((await get('/metrics')).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const { createOperations } = await import('../../src/embedded-supabase/gateway/operations.ts');
    const behindProxy = createOperations({
      parts: {},
      metrics: () => Promise.resolve('numbers'),
      metricsToken: null,
      isOwnMachine: () => false,
      onError: (error) => expect.fail(String(error)),
    });
    const context = { token: null, ip: '127.0.0.1', origin: 'http://x.test' };
    const answer = await behindProxy(new Request('http://x.test/metrics'), context);
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('numbers')]);
  });
});

/** Runs the program with LOG=json; returns its output and a function that stops it. */
async function runWithLog(dataDir: string) {
  const words = [
    '--import',
    'tsx',
    'src/embedded-supabase/node/main.ts',
    '--dir',
    dir,
    '--data-dir',
    dataDir,
  ];
  const child = spawn(process.execPath, [...words, '--port', '0'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'] ?? '', LOG: 'json' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((done) => child.once('close', done));
  const lines = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => logLine.parse(JSON.parse(line)));
  const addressIn = () =>
    lines().flatMap(({ message }) => / is running at (\S+)$/.exec(message)?.slice(1) ?? []);
  await expect.poll(addressIn, { timeout: 20_000 }).toHaveLength(1);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: addressIn()[0] ?? '', lines, output: () => output, stop };
}

const logLine = z.object({
  time: z.iso.datetime(),
  level: z.enum(['info', 'error']),
  message: z.string(),
  requestId: z.string().optional(),
});

describe('the log for programs', () => {
  it('has each request and each failure by its id, and no credentials or personal data', async () => {
    const dataDir = await makeTestDataDir();
    const program = await runWithLog(dataDir);
    const { publishableKey: apikey } = supabase;
    const password = 'correct horse battery';
    const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const init = { method: 'POST', headers: { apikey, ...headers }, body: JSON.stringify(body) };
      return (await fetch(program.url + path, init)).text();
    };
    await post('/auth/v1/signup', { email: 'jana@example.com', password });
    const session = await post('/auth/v1/token?grant_type=password', { email: 'jana@example.com', password });
    const token = z.object({ access_token: z.string() }).parse(JSON.parse(session)).access_token;
    await post('/auth/v1/recover', { email: 'jana@example.com' });
    await fetch(`${program.url}/auth/v1/verify?token_hash=pkce_secret&type=recovery&apikey=${apikey}`);
    await fetch(`${program.url}/rest/v1/notes?email=eq.jana%40example.com&apikey=${apikey}`);
    const headers = { 'x-request-id': 'fails-here-2', authorization: `Bearer ${token}` };
    await fetch(`${program.url}/functions/v1/hello?token=${token}`, { method: 'DELETE', headers });
    const byId = () => program.lines().filter(({ requestId }) => requestId === 'fails-here-2');
    await expect.poll(() => byId().map(({ message }) => message)).toHaveLength(2);
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });

    const messages = byId().map(({ message }) => message);
    expect(messages).toContain('request');
    expect(messages.join()).toMatch(/Function hello: Error: for \[address\]/);
    expect(program.lines().filter(({ message }) => message === 'request').length).toBeGreaterThanOrEqual(6);
    for (const secret of ['jana', 'example.com', password, token, apikey, 'pkce_secret', 'sb_secret', 'eyJ'])
      expect(program.output()).not.toContain(secret);
  });
});

describe('the id of a request', () => {
  it('is generated, or taken from the proxy, and reaches the function and the caller', async () => {
    const fresh = await get('/functions/v1/hello');
    const made = await fresh.text();
    expect(made).toMatch(/^[\da-f-]{36}$/);
    expect(fresh.headers.get('x-request-id')).toBe(made);
    const known = await get('/functions/v1/hello', { 'X-Request-Id': 'from-the-proxy-1' });
    expect([await known.text(), known.headers.get('x-request-id')]).toEqual([
      'from-the-proxy-1',
      'from-the-proxy-1',
    ]);
    const mad = await get('/functions/v1/hello', { 'X-Request-Id': '{"level":"error"}' });
    expect(await mad.text()).toMatch(/^[\da-f-]{36}$/);
  });

  it('is in the function’s report of its failure, and in the log of the request', async () => {
    const path = `${supabase.url}/functions/v1/hello`;
    await (await fetch(path, { method: 'DELETE', headers: { 'x-request-id': 'fails-here-1' } })).text();
    await expect.poll(() => supabase.said.join('\n')).toContain('"requestId":"fails-here-1"');
    const found = () => supabase.answered.find(({ requestId }) => requestId === 'fails-here-1');
    await expect.poll(found).toMatchObject({
      method: 'DELETE',
      route: '/functions/v1/hello',
      status: 500,
    });
  });
});
