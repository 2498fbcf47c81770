/** A document that opens from a text which the host kept (PROTOCOL.md, S32). */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { DocumentLog, KeptText, LoadRequest } from '#yjs-supabase';
import { createWorld, foldLog, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

const keep = ({ provider, doc }: Client): KeptText => {
  const place = provider.place;
  if (!place) throw new Error('the document is not at rest');
  return { ...place, state: Y.encodeStateAsUpdate(doc), updates: [] };
};

/** Opens it as a page does: the kept text first, then the log. */
function reopen(userId: string, kept: KeptText, log: DocumentLog = world.log.as(userId)): Client {
  const client = world.open(userId, 'editor', { connect: false, log });
  client.provider.show(kept);
  client.provider.connect();
  return client;
}

async function keptByAnn(): Promise<KeptText> {
  const ann = world.open('ann');
  ann.text.insert(0, 'kept');
  await world.run(10_000);
  const kept = keep(ann);
  ann.provider.destroy();
  return kept;
}

test('a kept text is shown before any reply, and then only later rows are read (S32, S32a)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const ben = world.open('ben');
  await world.run(2000);
  ben.text.insert(4, ' and more');
  await world.run(10_000);
  const asked: LoadRequest[] = [];
  const log = world.log.as('ann');
  const ann = reopen('ann', kept, {
    ...log,
    load: (request) => {
      asked.push(request);
      return log.load(request);
    },
  });
  expect(ann.text.toJSON()).toBe('kept');
  expect(ann.provider.view).toMatchObject({ loaded: true, mayEdit: true, confirmed: false, phase: 'open' });
  await world.run(5000);
  expect(asked.map(({ after }) => after)).not.toContain(null);
  expect(ann.text.toJSON()).toBe('kept and more');
  expect(ann.provider.view).toMatchObject({ confirmed: true, unsaved: 0 });
});

test('updates that the log has are shown with an older kept text, and nothing waits for them (S32)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const before = reopen('ann', kept);
  await world.run(2000);
  const known = Y.encodeStateVector(before.doc);
  before.text.insert(4, ' and sent');
  await world.run(10_000);
  before.provider.destroy();
  const logged = [Y.encodeStateAsUpdate(before.doc, known)];
  world.logFault = () => 'lost-request';
  const ann = reopen('ann', { ...kept, logged });
  await world.run(2000);
  expect(ann.text.toJSON()).toBe('kept and sent');
  world.logFault = () => null;
  await world.run(60_000);
  expect(ann.text.toJSON()).toBe('kept and sent');
  expect(ann.provider.view).toMatchObject({ confirmed: true, unsaved: 0 });
  expect(ann.provider.place?.seq).toBeGreaterThan(kept.seq);
});

test('what is typed into a kept text while the server is unreachable is appended once (S32)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  world.logFault = () => 'lost-request';
  const ann = reopen('ann', kept);
  await world.run(20_000);
  ann.text.insert(4, '!');
  await world.run(20_000);
  expect(ann.provider.view).toMatchObject({ reachable: false, unsaved: 1 });
  world.logFault = () => null;
  await world.run(90_000);
  expect(ann.provider.view).toMatchObject({ reachable: true, unsaved: 0 });
  expect(foldLog(world.log).getText('text').toJSON()).toBe('kept!');
});

test('updates that wait on the device are shown with it, and not sent by this session (S32c)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const closed = new Y.Doc();
  Y.applyUpdate(closed, kept.state);
  const before = Y.encodeStateVector(closed);
  closed.getText('text').insert(4, ' unsent');
  const ann = reopen('ann', { ...kept, updates: [Y.encodeStateAsUpdate(closed, before)] });
  expect(ann.text.toJSON()).toBe('kept unsent');
  await world.run(10_000);
  expect(ann.provider.view.unsaved).toBe(0);
  expect(ann.provider.place).toBeNull();
  expect(foldLog(world.log).getText('text').toJSON()).toBe('kept');
  ann.provider.noteLogged();
  expect(ann.provider.place).toMatchObject({ seq: kept.seq });
});

test('a kept text of another generation ends the document for this client (S32d)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const ann = reopen('ann', { ...kept, generation: kept.generation + 1 });
  await world.run(5000);
  expect(ann.provider.view).toMatchObject({ ended: 'generation_mismatch', confirmed: false });
});

test('the log is read from its start when it no longer continues the kept text (S32b)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const ann = reopen('ann', { ...kept, seq: kept.seq + 5, chain: '0'.repeat(32) });
  await world.run(10_000);
  expect(ann.text.toJSON()).toBe('kept');
  expect(ann.provider.view).toMatchObject({ confirmed: true, behind: false });
});

test('bytes that are no text are not shown, and the document is loaded from the log (S32e)', async () => {
  world = createWorld();
  const kept = await keptByAnn();
  const ann = world.open('ann', 'editor', { connect: false });
  expect(ann.provider.show({ ...kept, state: kept.state.slice(0, -3) })).toBe(false);
  expect(ann.provider.view.loaded).toBe(false);
  ann.provider.connect();
  await world.run(5000);
  expect(ann.text.toJSON()).toBe('kept');
});

test('there is no place to keep while own or live changes are not in the log (S32)', async () => {
  world = createWorld();
  const ann = world.open('ann');
  expect(ann.provider.place).toBeNull();
  ann.text.insert(0, 'a');
  expect(ann.provider.place).toBeNull();
  await world.run(10_000);
  const { seq } = ann.provider.place ?? { seq: 0 };
  expect(seq).toBeGreaterThan(0);
  ann.text.insert(1, 'b');
  expect(ann.provider.place).toBeNull();
  await world.run(10_000);
  expect(ann.provider.place?.seq).toBeGreaterThan(seq);
});
