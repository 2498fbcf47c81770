/** The service worker's decisions: which requests are its matter, which page it shows, which builds stay. */
import { expect, test } from 'vitest';
import { answerFile, answerPage, kindOf } from '../../../../src/app/offline/worker/answer.ts';
import {
  findPage,
  forgetBuilds,
  keepBuild,
  type KeepingPorts,
} from '../../../../src/app/offline/worker/keep-builds.ts';
import { fakeCaches } from './fake-caches.ts';

const ORIGIN = 'https://spolu.example';
const [ONE, TWO] = ['1a', '2b'] as const;

const pageOf = (build: string, text = ''): Response =>
  new Response(`<meta name="spolu-build" content="${build}" />${text}`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
  });

/** A server with this build, and what was asked of it. */
function serve(build: string, missing: readonly string[] = [], caches = fakeCaches()) {
  const asked: string[] = [];
  const ports: KeepingPorts = {
    caches,
    fetch: async (input) => {
      const path = new URL(String(input instanceof Request ? input.url : input), ORIGIN).pathname;
      asked.push(path);
      if (missing.includes(path)) return new Response('', { status: 404 });
      return path === '/' ? pageOf(build) : new Response(`${path} of ${build}`);
    },
  };
  return { ports, asked, caches };
}

const filesOf = (id: string) => ({
  id,
  files: ['/assets/same-1.js', `/assets/app-${id}.js`, '/favicon.svg'],
});

/** Answers a page and lets what it keeps come to its end. */
async function open(ports: KeepingPorts, served: Promise<Response>, wait = () => new Promise<void>(() => 0)) {
  const works: Promise<unknown>[] = [];
  const page = await answerPage(served, { ...ports, wait, until: (work) => void works.push(work) });
  return { page: await page.text(), headers: page.headers, settled: () => Promise.all(works) };
}

test.each([
  ['GET', 'navigate', '/documents', 'page'],
  ['GET', 'navigate', '/', 'page'],
  ['GET', 'navigate', '/storage/v1/object/x', null],
  ['GET', 'navigate', '/inbox', null],
  ['GET', 'navigate', '/metrics', null],
  ['GET', 'navigate', '/restaurants', 'page'],
  ['GET', 'navigate', '/favicon.svg', null],
  ['POST', 'navigate', '/documents', null],
  ['GET', 'cors', '/assets/app-1.js', 'file'],
  ['GET', 'cors', '/icons/192.png', 'file'],
  ['GET', 'cors', '/sw.js', null],
  ['GET', 'cors', '/rest/v1/profiles', null],
  ['POST', 'cors', '/rest/v1/rpc/list_my_documents', null],
  ['POST', 'cors', '/functions/v1/load-document', null],
  ['GET', 'cors', '/auth/v1/user', null],
  ['GET', 'cors', '/realtime/v1/websocket', null],
  ['GET', 'no-cors', '/storage/v1/object/assets/x.png', null],
])('%s %s %s is a %s', (method, mode, path, kind) => {
  expect(kindOf({ method, mode: mode as RequestMode, url: ORIGIN + path }, ORIGIN)).toBe(kind);
});

test('another address is never its matter', () => {
  const url = 'https://project.supabase.co/assets/a.js';
  expect(kindOf({ method: 'GET', mode: 'cors', url }, ORIGIN)).toBeNull();
});

test('a kept build opens without a line, with the headers as served', async () => {
  const { ports } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  const { page, headers } = await open(ports, Promise.reject(new TypeError('offline')));
  expect(page).toContain(ONE);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'");
  const offline = { ...ports, fetch: () => Promise.reject(new TypeError('offline')) };
  const file = await answerFile(new Request(`${ORIGIN}/assets/app-1a.js`), offline);
  expect(await file.text()).toBe('/assets/app-1a.js of 1a');
});

test('a fast network comes first, and its page is kept', async () => {
  const { ports } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  const { page, settled } = await open(ports, Promise.resolve(pageOf(ONE, 'changed configuration')));
  await settled();
  expect(page).toContain('changed configuration');
  expect(await (await findPage(ports.caches))?.text()).toContain('changed configuration');
});

test('a slow network is not waited for, but its page is kept for the next time', async () => {
  const { ports } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  let arrive: (page: Response) => void = () => undefined;
  const served = new Promise<Response>((resolve) => (arrive = resolve));
  const opening = await open(ports, served, () => Promise.resolve());
  expect(opening.page).not.toContain('late');
  arrive(pageOf(ONE, 'late'));
  await opening.settled();
  expect(await (await findPage(ports.caches))?.text()).toContain('late');
});

test('a server that is down counts as no line, a refusal does not', async () => {
  const { ports } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  expect((await open(ports, Promise.resolve(new Response('bad gateway', { status: 502 })))).page).toContain(
    ONE,
  );
  const refusal = Promise.resolve(new Response('no such page', { status: 404 }));
  expect((await open(ports, refusal)).page).toBe('no such page');
});

test('without a kept page the network is waited for, and its failure is shown', async () => {
  const { ports } = serve(ONE);
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(pageOf(ONE)), 20));
  expect((await open(ports, slow, () => Promise.resolve())).page).toContain(ONE);
  await expect(open(ports, Promise.reject(new TypeError('offline')))).rejects.toThrow('offline');
});

test('a page whose build is not on the device is not kept', async () => {
  const { ports } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  await (await open(ports, Promise.resolve(pageOf(TWO)))).settled();
  expect(await (await findPage(ports.caches))?.text()).toContain(ONE);
  await (await open(ports, Promise.resolve(new Response('a mail', { headers: {} })))).settled();
  expect(await (await findPage(ports.caches))?.text()).toContain(ONE);
});

test('an update downloads only what changed, and the former build stays until it is forgotten', async () => {
  const { ports, caches } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  const next = serve(TWO, [], caches);
  await keepBuild(filesOf(TWO), next.ports);
  expect(next.asked.toSorted()).toEqual(['/', '/assets/app-2b.js', '/favicon.svg']);
  const oldFile = new Request(`${ORIGIN}/assets/app-1a.js`);
  const offline = { caches, fetch: () => Promise.reject(new TypeError('offline')) };
  expect((await answerFile(oldFile, offline)).ok).toBe(true);
  expect(await (await findPage(caches))?.text()).toContain(TWO);

  await forgetBuilds(TWO, caches);
  await expect(answerFile(oldFile, offline)).rejects.toThrow('offline');
  expect((await answerFile(new Request(`${ORIGIN}/assets/same-1.js`), offline)).ok).toBe(true);
});

test('the build of the last page stays, even if an older one was published again', async () => {
  const { ports, caches } = serve(ONE);
  await keepBuild(filesOf(ONE), ports);
  await keepBuild(filesOf(TWO), serve(TWO, [], caches).ports);
  await (await open(ports, Promise.resolve(pageOf(ONE)))).settled();
  await forgetBuilds(TWO, caches);
  expect(await caches.keys()).toContain(`spolu-build-${ONE}`);
});

test('a download that broke is no build, and the next attempt goes on from there', async () => {
  const broken = serve(ONE, ['/favicon.svg']);
  await expect(keepBuild(filesOf(ONE), broken.ports)).rejects.toThrow('/favicon.svg: 404');
  expect(await findPage(broken.caches)).toBeUndefined();
  const again = serve(ONE, [], broken.caches);
  await keepBuild(filesOf(ONE), again.ports);
  expect(again.asked).not.toContain('/assets/same-1.js');
});

test('a worker that is published before its page is installed later', async () => {
  const { ports } = serve(ONE);
  await expect(keepBuild(filesOf(TWO), ports)).rejects.toThrow('not of the build 2b');
});
