import { expect, test } from 'vitest';
import { isUnread } from '../../../../../src/app/room/comments/reading-marks.ts';
import { ANCHOR, ANN, BEN, body, createBrowser, createServer, id, openTab } from './comment-world.ts';

/** Ann's tab, with threads of Ben. */
async function openWithThreads(...names: readonly string[]) {
  const server = createServer();
  for (const name of names) write(server, name, `${name}1`);
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(400);
  server.requests.length = 0;
  return { server, tab, unread: () => unreadIn(tab) };
}

function write(server: ReturnType<typeof createServer>, thread: string, comment: string, by = BEN): void {
  const anchor = { ...ANCHOR, seq: 1 };
  server.as(by).add({ thread: id(thread), comment: id(comment), anchor, body: body('?'), assignee: null });
}

const unreadIn = ({ store }: ReturnType<typeof openTab>): number =>
  store.threads().filter((thread) => isUnread(thread, ANN)).length;

test('threads of others are unread until they are seen, at once on the page and then on the server', async () => {
  const { server, tab, unread } = await openWithThreads('one', 'two', 'six');
  expect(unread()).toBe(3);
  tab.store.see(id('one'));
  tab.store.see(id('two'));
  expect(unread()).toBe(1);
  expect(server.requests).toEqual([]);
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['read']);
  expect(unread()).toBe(1);
  const elsewhere = openTab(server, createBrowser());
  await elsewhere.clock.advance(400);
  expect(unreadIn(elsewhere)).toBe(1);
  const other = openTab(server, createBrowser(), { userId: BEN });
  await other.clock.advance(400);
  expect(other.store.threads().filter((thread) => thread.read_at)).toEqual([]);
});

test('one call in ten seconds, none for what is read already', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `t${at}`);
  const { server, tab } = await openWithThreads(...names);
  for (const name of names) {
    tab.store.see(id(name));
    await tab.clock.advance(1000);
    tab.store.see(id(name));
  }
  await tab.clock.advance(60_000);
  expect(server.requests.length).toBeGreaterThan(3);
  expect(server.requests.length).toBeLessThanOrEqual(5);
  expect(new Set(server.requests)).toEqual(new Set(['read']));
});

test('nothing is called while the user types, and one call after it', async () => {
  const { server, tab } = await openWithThreads('one');
  tab.store.see(id('one'));
  for (let seconds = 0; seconds < 60; seconds += 1) {
    tab.doc.getText('text').insert(0, 'a');
    await tab.clock.advance(1000);
  }
  expect(server.requests).toEqual([]);
  await tab.clock.advance(4000);
  expect(server.requests).toEqual(['read']);
});

test('a reply makes a thread unread, also one that comes before the server has the mark', async () => {
  const { server, tab, unread } = await openWithThreads('one');
  tab.store.see(id('one'));
  write(server, 'one', 'r1');
  tab.tell();
  await tab.clock.advance(400);
  expect(unread()).toBe(1);
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['list']);
  tab.store.see(id('one'));
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['list', 'read']);
  expect(unread()).toBe(0);
});

test('a reply of the user reads what was there before, and own comments and deleted ones are never unread', async () => {
  const { server, tab, unread } = await openWithThreads('one');
  write(server, 'one', 'a1', ANN);
  write(server, 'two', 'a2', ANN);
  tab.tell();
  await tab.clock.advance(400);
  expect(unread()).toBe(0);
  write(server, 'two', 'r2');
  tab.tell();
  await tab.clock.advance(400);
  expect(unread()).toBe(1);
  const [first] = tab.store.threads();
  const gone = {
    ...first!,
    comments: first!.comments.map((comment) => ({ ...comment, author: BEN, body: null })),
  };
  expect(isUnread(gone, ANN)).toBe(false);
});

test('a call that failed is made again when the server replies; one on the way when the document closes is made', async () => {
  const { server, tab, unread } = await openWithThreads('one', 'two');
  tab.faults.push('unreachable');
  tab.store.see(id('one'));
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['read']);
  expect(unread()).toBe(1);
  tab.tell();
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['read', 'read']);
  tab.store.see(id('two'));
  tab.store.close();
  await tab.clock.advance(0);
  expect(server.requests).toEqual(['read', 'read', 'read']);
  const elsewhere = openTab(server, createBrowser());
  await elsewhere.clock.advance(400);
  expect(unreadIn(elsewhere)).toBe(0);
});
