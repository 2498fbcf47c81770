import { expect, test, vi } from 'vitest';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { openCommentStorage } from '../../../../../src/app/room/comments/kept-comments.ts';
import {
  ANCHOR,
  ANN,
  BEN,
  DOCUMENT,
  body,
  createBrowser,
  createServer,
  id,
  openTab,
  textOf,
} from './comment-world.ts';

const count = (requests: readonly string[], name: string): number =>
  requests.filter((request) => request === name).length;

test('threads are listed once, when the room is open', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser(), { kind: 'loading' });
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual([]);
  tab.open();
  tab.open();
  await tab.clock.advance(600_000);
  expect(server.requests).toEqual(['list']);
});

test('versions that the server names within 300 ms are fetched together, and known ones not at all', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  const other = openTab(server, createBrowser(), { userId: BEN });
  other.add('one', 'a', 'First');
  await other.clock.advance(1000);
  other.add('one', 'b', 'Second', false);
  await other.clock.advance(1000);
  server.requests.length = 0;
  tab.tell(1);
  tab.tell(2);
  await tab.clock.advance(299);
  expect(tab.shows()).toEqual([]);
  await tab.clock.advance(1);
  expect(tab.shows()).toEqual(['First', 'Second']);
  expect(server.requests).toEqual(['list']);
  tab.tell(2);
  await tab.clock.advance(60_000);
  expect(server.requests).toEqual(['list']);
  expect(tab.store.people().get(BEN)).toBe('Name of bbb');
});

test('a version that arrives during a list is fetched after it', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  server.as(BEN).add({
    thread: id('one'),
    comment: id('a'),
    anchor: { ...ANCHOR, seq: 1 },
    body: body('First'),
    assignee: null,
  });
  tab.tell();
  void tab.clock.advance(300);
  await Promise.resolve();
  server
    .as(BEN)
    .add({ thread: id('one'), comment: id('b'), anchor: null, body: body('Second'), assignee: null });
  tab.tell();
  await tab.clock.advance(600);
  expect(tab.shows()).toEqual(['First', 'Second']);
});

test('a removed thread goes', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  tab.add('one', 'a', 'First');
  await tab.clock.advance(1000);
  server.as(BEN).remove(id('a'));
  tab.tell();
  await tab.clock.advance(300);
  expect(tab.shows()).toEqual([]);
});

test('a list that failed is read again at the next version that the server names', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser(), { kind: 'loading' });
  tab.state.isOffline = true;
  tab.open();
  await tab.clock.advance(60_000);
  tab.state.isOffline = false;
  server.requests.length = 0;
  tab.tell();
  await tab.clock.advance(300);
  expect(server.requests).toEqual(['list']);
});

test('nothing is shown to a role that does not see comments, until it does', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  tab.add('one', 'a', 'First');
  await tab.clock.advance(1000);
  tab.tell(null);
  expect(tab.shows()).toEqual([]);
  tab.tell();
  await tab.clock.advance(300);
  expect(tab.shows()).toEqual(['First']);
  tab.faults.push('forbidden');
  server.as(BEN).setState(id('one'), 'resolved');
  tab.tell();
  await tab.clock.advance(300);
  expect(tab.shows()).toEqual([]);
});

test('a comment is shown at once as waiting, and then as sent', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  tab.add('one', 'a', 'Why?');
  expect(tab.shows()).toEqual(['Why? (waiting)']);
  expect(tab.store.threads()[0]).toMatchObject({
    unsent: 'waiting',
    created_by: expect.any(String),
    is_resolved: false,
  });
  await tab.clock.advance(0);
  expect(tab.shows()).toEqual(['Why?']);
  await tab.clock.advance(300);
  expect(tab.shows()).toEqual(['Why?']);
  expect(server.thread('one')?.anchor).toEqual({ ...ANCHOR, seq: 4 });
  expect(tab.store.threads()[0]).toMatchObject({ unsent: null, version: 1 });
});

test('a comment waits for a seq, and for the text that it is about', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser(), { seq: null });
  tab.add('one', 'a', 'Why?');
  await tab.clock.advance(10_000);
  expect(server.texts()).toEqual([]);
  tab.state.seq = 9;
  tab.store.add({
    thread: id('two'),
    comment: id('b'),
    anchor: { ...ANCHOR, units: '7 0 6' },
    body: body('Later'),
    assignee: null,
  });
  await tab.clock.advance(60_000);
  expect(server.texts()).toEqual(['Why?']);
  expect(server.thread('one')?.anchor.seq).toBe(9);
  tab.doc.getText('text').insert(5, '!');
  await tab.clock.advance(60_000);
  expect(server.texts()).toEqual(['Why?', 'Later']);
});

test('comments written offline are sent in order, once there is a line', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  tab.state.isOffline = true;
  tab.add('one', 'a', 'First');
  tab.add('one', 'b', 'Second', false);
  tab.add('two', 'c', 'Third');
  await tab.clock.advance(600_000);
  expect(tab.shows()).toEqual(['First (waiting)', 'Second (waiting)', 'Third (waiting)']);
  // Pauses grow up to a minute.
  expect(count(server.requests, 'add')).toBeLessThan(20);
  tab.state.isOffline = false;
  tab.tell(0);
  await tab.clock.advance(1000);
  expect(server.texts()).toEqual(['First', 'Second', 'Third']);
  expect(tab.shows()).toEqual(['First', 'Second', 'Third']);
});

test('a reload in between loses nothing, and sends nothing twice', async () => {
  const server = createServer();
  const browser = createBrowser();
  const first = openTab(server, browser);
  first.state.isOffline = true;
  first.add('one', 'a', 'First');
  first.add('one', 'b', 'Second', false);
  await first.clock.advance(1000);
  first.store.close();
  const second = openTab(server, browser);
  expect(second.shows()).toEqual(['First (waiting)', 'Second (waiting)']);
  await second.clock.advance(1000);
  expect(server.texts()).toEqual(['First', 'Second']);
  expect(browser.entries).toEqual({});
  second.store.close();
  const third = openTab(server, browser);
  await third.clock.advance(1000);
  expect(third.shows()).toEqual(['First', 'Second']);
});

test('a comment whose reply was lost is there once', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(server, browser);
  await tab.clock.advance(0);
  tab.faults.push('lost-reply', 'lost-reply');
  tab.add('one', 'a', 'Why?');
  await tab.clock.advance(0);
  expect(tab.shows()).toEqual(['Why? (waiting)']);
  await tab.clock.advance(10_000);
  expect(count(server.requests, 'add')).toBe(3);
  expect(server.texts()).toEqual(['Why?']);
  expect(tab.shows()).toEqual(['Why?']);
});

test('one that was edited after its reply was lost has the new text', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(server, browser);
  await tab.clock.advance(0);
  tab.faults.push('lost-reply');
  tab.add('one', 'a', 'Why?');
  await tab.clock.advance(0);
  expect(await tab.store.edit(id('a'), body('Why not?'))).toBeNull();
  expect(tab.shows()).toEqual(['Why not? (waiting)']);
  tab.store.close();
  const again = openTab(server, browser);
  await again.clock.advance(10_000);
  expect(server.texts()).toEqual(['Why not?']);
  expect(again.shows()).toEqual(['Why not?']);
});

test('one that was discarded after its reply was lost is deleted', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  tab.faults.push('lost-reply');
  tab.add('one', 'a', 'Why?');
  await tab.clock.advance(0);
  expect(await tab.store.remove(id('a'))).toBeNull();
  await tab.clock.advance(10_000);
  expect(server.texts()).toEqual([]);
  expect(tab.shows()).toEqual([]);
});

test('one that was discarded while it was sent is deleted', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  tab.add('one', 'a', 'Why?');
  await vi.waitFor(() => expect(server.requests).toContain('add'), { interval: 0 });
  void tab.store.remove(id('a'));
  await tab.clock.advance(10_000);
  expect(server.texts()).toEqual([]);
  expect(tab.shows()).toEqual([]);
});

test('a refused comment stays with the code, over a reload too, until it is sent again or discarded', async () => {
  const server = createServer();
  const browser = createBrowser();
  const first = openTab(server, browser);
  await first.clock.advance(0);
  first.faults.push('document_full', 'too_large');
  first.add('one', 'a', 'First');
  first.add('two', 'b', 'Second');
  await first.clock.advance(60_000);
  expect(first.shows()).toEqual(['First (document_full)', 'Second (too_large)']);
  first.store.close();
  const tab = openTab(server, browser);
  await tab.clock.advance(60_000);
  expect(tab.shows()).toEqual(['First (document_full)', 'Second (too_large)']);
  expect(count(server.requests, 'add')).toBe(2);
  tab.store.retry(id('a'));
  await tab.clock.advance(1000);
  expect(await tab.store.remove(id('b'))).toBeNull();
  expect(tab.shows()).toEqual(['First']);
  expect(server.texts()).toEqual(['First']);
  expect(browser.entries).toEqual({});
});

test('a reply does not overtake the refused comment that opens its thread', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  tab.faults.push('document_full');
  tab.add('one', 'a', 'First');
  tab.add('one', 'b', 'Reply', false);
  tab.add('two', 'c', 'Other');
  await tab.clock.advance(1000);
  expect(tab.shows()).toEqual(['First (document_full)', 'Reply (waiting)', 'Other']);
  tab.store.retry(id('a'));
  await tab.clock.advance(1000);
  expect(server.texts()).toEqual(['Other', 'First', 'Reply']);
});

test('a rate is waited for, and polls do not hurry it', async () => {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  await tab.clock.advance(0);
  tab.faults.push(...Array.from({ length: 4 }, () => 'rate_limited' as const));
  tab.add('one', 'a', 'First');
  await tab.clock.advance(0);
  expect(tab.shows()).toEqual(['First (waiting)']);
  for (let polls = 0; polls < 10; polls += 1) tab.tell(0);
  await tab.clock.advance(999);
  expect(count(server.requests, 'add')).toBe(1);
  await tab.clock.advance(60_000);
  expect(server.texts()).toEqual(['First']);
});

test('two tabs of one person show the same, and the server has each comment once', async () => {
  const server = createServer();
  const browser = createBrowser();
  const one = openTab(server, browser);
  const two = openTab(server, browser, { clock: one.clock });
  await one.clock.advance(0);
  one.state.isOffline = true;
  two.state.isOffline = true;
  one.add('one', 'a', 'First');
  two.add('two', 'b', 'Second');
  await one.clock.advance(5000);
  expect([...one.shows()].toSorted()).toEqual(['First (waiting)', 'Second (waiting)']);
  expect([...two.shows()].toSorted()).toEqual([...one.shows()].toSorted());
  two.state.isOffline = false;
  two.tell(0);
  await one.clock.advance(1000);
  expect([...server.texts()].toSorted()).toEqual(['First', 'Second']);
  expect([...two.shows()].toSorted()).toEqual(['First', 'Second']);
  one.state.isOffline = false;
  one.tell();
  await one.clock.advance(60_000);
  expect([...one.shows()].toSorted()).toEqual(['First', 'Second']);
  expect([...server.texts()].toSorted()).toEqual(['First', 'Second']);
  expect(browser.entries).toEqual({});
});

test('a comment discarded in one tab goes in the other', async () => {
  const server = createServer();
  const browser = createBrowser();
  const one = openTab(server, browser, { seq: null });
  const two = openTab(server, browser, { clock: one.clock, seq: null });
  one.add('one', 'a', 'First');
  await one.clock.advance(0);
  expect(two.shows()).toEqual(['First (waiting)']);
  await one.store.remove(id('a'));
  await one.clock.advance(1000);
  expect(two.shows()).toEqual([]);
  expect(server.texts()).toEqual([]);
});

test('a refused comment discarded elsewhere goes at once, and one that was sent elsewhere stays', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(server, browser);
  await tab.clock.advance(0);
  tab.faults.push('forbidden');
  tab.add('one', 'a', 'First');
  await tab.clock.advance(1000);
  tab.state.isOffline = true;
  tab.add('two', 'b', 'Second');
  await tab.clock.advance(0);
  expect(tab.shows()).toEqual(['First (forbidden)', 'Second (waiting)']);
  const elsewhere = openCommentStorage(browser.openHost(), ANN, DOCUMENT);
  elsewhere.remove(id('a'));
  expect(tab.shows()).toEqual(['Second (waiting)']);
  elsewhere.remove(id('b'));
  expect(tab.shows()).toEqual(['Second']);
});

test('title and quote are kept with a comment, and with a reply the quote of its thread', async () => {
  const server = createServer();
  const browser = createBrowser();
  const tab = openTab(server, browser);
  tab.doc.getText(TITLE_ROOT).insert(0, 'Plan');
  tab.state.isOffline = true;
  tab.add('one', 'a', 'First');
  tab.add('one', 'b', 'Reply', false);
  const kept = openCommentStorage(browser.openHost(), ANN, DOCUMENT).list();
  expect(kept.map(({ title, quote }) => [title, quote])).toEqual([
    ['Plan', ANCHOR.quote],
    ['Plan', ANCHOR.quote],
  ]);
});

test('another person on the same device sees none of it', async () => {
  const server = createServer();
  const browser = createBrowser();
  const ann = openTab(server, browser);
  ann.state.isOffline = true;
  ann.add('one', 'a', 'Mine');
  ann.store.close();
  const ben = openTab(server, browser, { userId: BEN });
  await ben.clock.advance(60_000);
  expect(ben.shows()).toEqual([]);
  expect(server.texts()).toEqual([]);
  ben.store.close();
  const again = openTab(server, browser);
  await again.clock.advance(1000);
  expect(again.shows()).toEqual(['Mine']);
});

test('without storage a comment is sent all the same', async () => {
  const server = createServer();
  const browser = createBrowser();
  const openHost = () => {
    const host = browser.openHost();
    const broken = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    return { ...host, localStorage: { setItem: broken, removeItem: broken } as unknown as Storage };
  };
  const tab = openTab(server, { ...browser, openHost });
  tab.add('one', 'a', 'First');
  expect(tab.shows()).toEqual(['First (waiting)']);
  await tab.clock.advance(1000);
  expect(server.texts()).toEqual(['First']);
});

async function openWithThread() {
  const server = createServer();
  const tab = openTab(server, createBrowser());
  tab.add('one', 'a', 'First');
  tab.add('one', 'b', 'Second', false);
  await tab.clock.advance(1000);
  return { server, tab };
}
const shown = (tab: ReturnType<typeof openTab>) => tab.store.threads()[0];

const CHANGES = {
  edit: (tab) => tab.store.edit(id('a'), body('Edited')),
  remove: (tab) => tab.store.remove(id('a')),
  resolve: (tab) => tab.store.setState(id('one'), 'resolved'),
  assign: (tab) => tab.store.assign(id('one'), BEN),
  react: (tab) => tab.store.react(id('a'), '👍', true),
  attach: (tab) => tab.store.attach(id('one'), { ...ANCHOR, units: '7 0 2' }),
} satisfies Record<string, (tab: ReturnType<typeof openTab>) => Promise<string | null>>;

test.each(Object.entries(CHANGES))(
  '%s is shown at once, and undone when it is refused',
  async (_name, make) => {
    const { tab } = await openWithThread();
    const before = shown(tab);
    tab.faults.push('forbidden');
    const seen: unknown[] = [];
    tab.store.on(() => seen.push(shown(tab)));
    expect(await make(tab)).toBe('forbidden');
    expect(seen[0]).not.toEqual(before);
    expect(shown(tab)).toBe(before);
  },
);

test.each(Object.entries(CHANGES))(
  '%s stays until a list has it, also when lists fail',
  async (_name, make) => {
    const { tab } = await openWithThread();
    const before = shown(tab);
    expect(await make(tab)).toBeNull();
    const changed = shown(tab);
    expect(changed).not.toEqual(before);
    tab.state.isOffline = true;
    await tab.clock.advance(10_000);
    expect(shown(tab)).toEqual(changed);
    tab.state.isOffline = false;
    tab.tell();
    await tab.clock.advance(1000);
    expect(shown(tab)?.version).toBe(3);
    expect(shown(tab)).not.toEqual(before);
  },
);

test('a thread goes with its last comment, and a first one with replies leaves a stub', async () => {
  const { tab } = await openWithThread();
  const first = tab.store.remove(id('a'));
  expect(shown(tab)?.comments.map((comment) => textOf(comment.body))).toEqual(['(deleted)', 'Second']);
  await first;
  const second = tab.store.remove(id('b'));
  expect(tab.store.threads()).toEqual([]);
  await second;
});

test('a thread resolved without a line stays so after the page, and the server is told once it can be reached', async () => {
  const browser = createBrowser();
  const server = createServer();
  const first = openTab(server, browser);
  first.add('one', 'a', 'First');
  await first.clock.advance(1000);
  first.state.isOffline = true;
  expect(await first.store.setState(id('one'), 'open')).toBeNull();
  expect(await first.store.setState(id('one'), 'resolved')).toBeNull();
  expect(shown(first)).toMatchObject({ is_resolved: true });
  first.store.close();

  const second = openTab(server, browser, { kind: 'loading' });
  second.open();
  expect(server.as(ANN).list(0).threads).toMatchObject([{ is_resolved: true }]);
  await second.clock.advance(1000);
  expect(shown(second)).toMatchObject({ is_resolved: true });
  server.requests.length = 0;
  second.tell();
  await second.clock.advance(60_000);
  expect(server.requests).not.toContain('state');
  expect([...Object.keys(browser.entries)]).toEqual([]);
});

test('a thread that was answered and resolved without a line is resolved at the end, and one answered after that is open', async () => {
  const { server, tab } = await openWithThread();
  tab.state.isOffline = true;
  tab.add('one', 'd', 'Done.', false);
  await tab.store.setState(id('one'), 'resolved');
  expect(shown(tab)).toMatchObject({ is_resolved: true });
  tab.state.isOffline = false;
  tab.tell();
  await tab.clock.advance(10_000);
  expect(server.as(ANN).list(0).threads).toMatchObject([{ is_resolved: true }]);
  expect(shown(tab)).toMatchObject({ is_resolved: true });

  tab.state.isOffline = true;
  await tab.store.setState(id('one'), 'open');
  await tab.store.setState(id('one'), 'resolved');
  tab.add('one', 'e', 'One more thing.', false);
  expect(shown(tab)).toMatchObject({ is_resolved: false });
  tab.state.isOffline = false;
  tab.tell();
  await tab.clock.advance(10_000);
  expect(server.as(ANN).list(0).threads).toMatchObject([{ is_resolved: false }]);
});

test('a state that the server refuses later is undone, and asked for no more', async () => {
  const { tab } = await openWithThread();
  tab.state.isOffline = true;
  await tab.store.setState(id('one'), 'resolved');
  tab.state.isOffline = false;
  tab.faults.push('forbidden');
  tab.tell();
  await tab.clock.advance(1000);
  expect(shown(tab)).toMatchObject({ is_resolved: false });
});

test('threads that did not change stay the same objects', async () => {
  const { tab } = await openWithThread();
  tab.add('two', 'c', 'Third');
  await tab.clock.advance(1000);
  expect(tab.store.threads()).toBe(tab.store.threads());
  const before = tab.store.threads()[0];
  const done = tab.store.setState(id('two'), 'resolved');
  expect(tab.store.threads()[0]).toBe(before);
  await done;
});

test('listeners are called until they are removed, and never after the store is closed', async () => {
  const { tab } = await openWithThread();
  const [kept, stopped] = [vi.fn(), vi.fn()];
  tab.store.on(kept);
  tab.store.on(stopped)();
  tab.add('two', 'c', 'Third');
  expect(kept).toHaveBeenCalled();
  expect(stopped).not.toHaveBeenCalled();
  tab.store.close();
  kept.mockClear();
  tab.tell(99);
  await tab.clock.advance(60_000);
  expect(kept).not.toHaveBeenCalled();
});
