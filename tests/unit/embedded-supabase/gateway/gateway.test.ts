import { expect, it } from 'vitest';
import { createGateway, type Services } from '../../../../src/embedded-supabase/gateway/gateway.ts';

const keys = {
  publishableKey: 'sb_publishable_p',
  secretKey: 'sb_secret_s',
  anonKey: 'anon',
  serviceRoleKey: 'service',
  jwtSecret: 'x',
};
const errors: unknown[] = [];
const open = (services: Services) =>
  createGateway({
    services,
    keys,
    doors: { isTrustedHost: null, publicOrigin: 'https://spolu.test' },
    onError: (error) => errors.push(error),
  });
const send = (services: Services, path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  open(services).fetch(
    new Request(`http://x.test${path}`, { headers: { apikey: 'sb_publishable_p' }, ...init }),
    { ip: '1.2.3.4' },
  );

it('passes a service its own path, the raw query, the token, the peer and the public origin', async () => {
  const seen: unknown[] = [];
  const rest = async (request: Request, context: object) => {
    const url = new URL(request.url);
    seen.push(url.pathname, url.search, request.method, await request.text(), context);
    return new Response('done', {
      status: 201,
      headers: { 'access-control-allow-origin': 'https://own.test' },
    });
  };
  const reply = await send({ rest }, '/rest/v1/notes%2F1?a=eq.b%20c&select=x,y', {
    method: 'POST',
    body: 'hello',
  });
  expect(seen).toEqual([
    '/notes%2F1',
    '?a=eq.b%20c&select=x,y',
    'POST',
    'hello',
    { token: 'anon', ip: '1.2.3.4', origin: 'https://spolu.test' },
  ]);
  expect(reply.status).toBe(201);
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://own.test');
  expect(reply.headers.get('content-security-policy')).toContain('sandbox');
});

it('removes the key from the URL that a service sees', async () => {
  let query = '';
  const rest = (request: Request) => {
    query = new URL(request.url).search;
    return new Response();
  };
  await send({ rest }, '/rest/v1/notes?apikey=sb_secret_s&id=eq.1', { headers: {} });
  expect(query).toBe('?id=eq.1');
});

it('converts what a service throws into a reply without details, and reports it', async () => {
  const reply = await send({ rest: () => Promise.reject(new Error('secret detail')) }, '/rest/v1/notes');
  expect([reply.status, await reply.json()]).toEqual([
    500,
    { code: 'unexpected_failure', message: 'Internal Server Error' },
  ]);
  expect(errors.splice(0)).toEqual([new Error('secret detail')]);
});

it('refuses bodies that are too large, with or without a content length', async () => {
  const rest = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength));
  const said = { apikey: 'sb_publishable_p', 'content-length': '40000000' };
  expect((await send({ rest }, '/rest/v1/x', { method: 'POST', body: 'x', headers: said })).status).toBe(413);
  const pour = (chunks: number) => {
    let left = chunks;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(1_000_000)) : controller.close()),
    });
    return send({ rest }, '/rest/v1/x', { method: 'POST', body, duplex: 'half' });
  };
  expect(await (await pour(3)).text()).toBe('3000000');
  expect((await pour(33)).status).toBe(413);
  expect(errors).toEqual([]);
});

it('lets no content of an email run in the mailbox or leak from it', async () => {
  const reply = await send({ mail: () => new Response('mails') }, '/inbox?to=ann');
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
});

it('recognises its own prefixes', async () => {
  const services: Services = { rest: () => new Response('rest'), app: () => new Response('app') };
  for (const [path, answer] of [
    ['/rest/v1', 'rest'],
    ['/rest/v1/', 'rest'],
    ['/rest/v11', 'app'],
    ['/d/rest/v1', 'app'],
  ] as const) {
    expect(await (await send(services, path)).text(), path).toBe(answer);
  }
  expect((await send(services, '/auth/v1/settings')).status).toBe(404);
  expect((await send({}, '/')).status).toBe(404);
});
