import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { admit } from '../../../src/yjs-supabase/src/doc/admit.ts';
import { decodeWireFrame } from '../../../src/yjs-supabase/src/protocol/frame.ts';
import { createWorld, foldLog, type World } from '../../support/provider-world.ts';

let world: World;
const start = (seed?: number): World => {
  world = createWorld(seed);
  return world;
};
afterEach(() => world.close());

describe('two clients', () => {
  test('receive each other’s changes at once, before anything is saved (S4)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    ann.text.insert(0, 'Hello');
    await run(0);
    expect(ben.text.toJSON()).toBe('Hello');
    expect(world.log.rows).toHaveLength(0);
  });

  test('send each other notices, and a third receives nothing of it (A9a, A9b)', async () => {
    const { run } = start();
    const [ann, ben, cleo] = [world.open('ann'), world.open('ben'), world.open('cleo')];
    await run(20_000);
    const received: [string, string, number[]][] = [];
    for (const [name, { provider }] of Object.entries({ ann, ben, cleo }))
      provider.on('notice', (from, bytes) => received.push([name, from.userId, [...bytes]]));
    ann.provider.sendNotice('greeting', new Uint8Array([1, 2]), [ben.provider.sessionId]);
    await run(3000);
    ben.provider.sendNotice('greeting', new Uint8Array([3]), [
      ann.provider.sessionId,
      cleo.provider.sessionId,
    ]);
    await run(3000);
    expect(received).toEqual([
      ['ben', 'ann', [1, 2]],
      ['ann', 'ben', [3]],
      ['cleo', 'ben', [3]],
    ]);
  });

  test('merge the changes of a window into one update (S4c)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    for (const letter of 'Hello') ann.text.insert(ann.text.length, letter);
    await run(3000);
    expect(ben.text.toJSON()).toBe('Hello');
    expect(world.log.rows).toHaveLength(2);
  });

  test('send and append the same bytes under the same contiguous counters (S2, S2c, S2d)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    world.open('ben');
    await run(1000);
    const frames: unknown[] = [];
    world.realtime.opener()({
      topic: `doc:${ann.provider.documentId}:1:upd`,
      onEvent: (event) => {
        const frame = event.kind === 'bytes' ? decodeWireFrame(event.bytes) : null;
        if (frame) frames.push({ sessionId: frame.sessionId, counter: frame.counter, bytes: frame.bytes });
      },
    });
    await run(0);
    for (const letter of 'Hello') {
      ann.text.insert(ann.text.length, letter);
      await run(300);
    }
    await run(3000);
    expect(world.log.rows).toHaveLength(5);
    expect(world.log.rows).toMatchObject(frames);
    expect(world.log.rows.map(({ counter }) => counter)).toEqual([1, 2, 3, 4, 5]);
  });

  test('find the text again after the document was closed', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    ann.text.insert(0, 'Kept');
    await run(3000);
    ann.provider.destroy();
    const ben = world.open('ben');
    await run(1000);
    expect(ben.text.toJSON()).toBe('Kept');
    expect(ben.provider.synced).toBe(true);
  });
});

describe('incoming updates', () => {
  test('name their author, live and from the log, if the roster lists it', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    const authors: unknown[] = [];
    await run(1000);
    ben.provider.on('incoming', (updates) => {
      authors.push(...updates.map(({ source, clientId }) => [source, clientId]));
    });
    ann.text.insert(0, 'live');
    await run(0);
    expect(authors.splice(0)).toEqual([['live', ann.doc.clientID]]);
    await run(5000);
    authors.length = 0;
    ben.provider.disconnect();
    ann.text.insert(0, 'meanwhile ');
    await run(3000);
    const other = new Y.Doc();
    other.getText('text').insert(0, 'by the server');
    world.log.write('restore', Y.encodeStateAsUpdate(other));
    ben.provider.connect();
    await run(3000);
    expect(authors).toEqual([
      ['log', ann.doc.clientID],
      ['log', null],
    ]);
    expect(ben.text.toJSON()).toContain('meanwhile ');
  });

  test('may contain structs of another client from the log, but not live (W4b)', () => {
    const [ann, ben] = [new Y.Doc(), new Y.Doc()];
    ann.getText('text').insert(0, 'a');
    ben.getText('text').insert(0, 'b');
    Y.applyUpdate(ann, Y.encodeStateAsUpdate(ben));
    const update = { bytes: Y.encodeStateAsUpdate(ann), clientId: ann.clientID };
    expect(admit([{ ...update, source: 'log' }], null, 1e6)?.good).toHaveLength(1);
    expect(admit([{ ...update, source: 'live' }], null, 1e6)?.rejected).toHaveLength(1);
    start();
  });
});

describe('a host listener that throws', () => {
  test('does not stop receiving or saving, and its error is reported', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    const observe = (): never => {
      throw new Error('an extension fell over');
    };
    ben.text.observe(observe);
    ann.text.insert(0, 'Hello');
    await expect(run(0)).rejects.toThrow('an extension fell over');
    ben.text.unobserve(observe);
    await run(3000);
    ben.text.insert(5, ' Ann');
    await run(3000);
    expect(ben.provider.view).toMatchObject({ unsaved: 0, behind: false, live: true });
    expect(ann.text.toJSON()).toBe('Hello Ann');
    expect(foldLog(world.log).getText('text').toJSON()).toBe('Hello Ann');
  });
});

describe('saved', () => {
  test('is not reported before the log has the change (S6)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    ann.text.insert(0, 'a');
    expect(ann.provider.view.unsaved).toBe(1);
    await run(495);
    expect(ann.provider.view.unsaved).toBe(1);
    await run(30);
    expect(ann.provider.view.unsaved).toBe(0);
    expect(world.log.rows).toHaveLength(1);
  });

  test('comes after 1.5 s at the latest during typing without a durable store (S4j)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    for (let key = 0; key < 17; key += 1) {
      ann.text.insert(0, 'a');
      await run(100);
    }
    expect(world.log.count('append')).toBe(1);
  });

  test('survives a lost reply without a duplicate row (S3a, S3b)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    let faults = 2;
    world.logFault = (request) => (request === 'append' && faults-- > 0 ? 'lost-reply' : null);
    // The `head` message with the logged rows is lost too.
    world.faults = { drop: 1, duplicate: 0, reorder: 0 };
    ann.text.insert(0, 'once');
    await run(10_000);
    expect(ann.provider.view.unsaved).toBe(0);
    expect(world.log.rows).toHaveLength(1);
    expect(world.log.count('append')).toBe(3);
  });

  test('is not reported as reachable while the server does not reply', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    world.logFault = () => 'lost-request';
    ann.text.insert(0, 'kept here');
    await run(15_000);
    expect(ann.provider.view).toMatchObject({
      unsaved: 1,
      unsavedForMs: 10_000,
      overdue: true,
      reachable: false,
    });
    expect(ann.provider.view.kept).toBe(false);
    world.logFault = () => null;
    await run(40_000);
    expect(ann.provider.view).toMatchObject({ unsaved: 0, unsavedForMs: 0, overdue: false, reachable: true });
    expect(foldLog(world.log).getText('text').toJSON()).toBe('kept here');
  });

  test('is what flush resolves to', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    ann.text.insert(0, 'a');
    const saved = ann.provider.flush();
    await run(20);
    expect(await saved).toBe(true);
    world.logFault = () => 'lost-request';
    ann.text.insert(0, 'b');
    const lost = ann.provider.flush();
    await run(20);
    expect(await lost).toBe(false);
  });

  test('never follows a final refusal, which keeps the changes and is reported (S15b)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    world.logFault = (request) =>
      request === 'append' ? { kind: 'refused', code: 'update_rejected' } : null;
    ann.text.insert(0, 'a');
    await run(5000);
    expect(ann.provider.view).toMatchObject({ refused: 'update_rejected', unsaved: 1, ended: null });
    expect(world.log.count('append')).toBe(1);
  });
});

describe('rights', () => {
  test('a viewer sends nothing, whatever changed the document (S5)', async () => {
    const { run } = start();
    const [ann, eve] = [world.open('ann'), world.open('eve', 'viewer')];
    await run(1000);
    eve.text.insert(0, 'vandal');
    await run(5000);
    expect(ann.text.toJSON()).toBe('');
    expect(world.log.count('append')).toBe(0);
    expect(eve.provider.view.unsaved).toBe(0);
    ann.text.insert(0, 'read me');
    await run(1000);
    expect(eve.text.toJSON()).toContain('read me');
  });

  test('a removed member stops, keeps unsaved changes and joins no new lanes (S13, S15, S15a)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    world.log.setRole('ben', null);
    world.log.raiseEpoch();
    ben.text.insert(0, 'too late');
    await run(3000);
    expect(ben.provider.view).toMatchObject({ phase: 'ended', ended: 'forbidden', unsaved: 1, live: false });
    expect(ann.provider.view).toMatchObject({ phase: 'open', live: true });
    expect(foldLog(world.log).getText('text').toJSON()).toBe('');
  });

  test('a new epoch moves the remaining members to the new lanes (S13)', async () => {
    const { run } = start();
    const [ann, ben] = [world.open('ann'), world.open('ben')];
    await run(1000);
    const left: string[] = [];
    for (const { provider } of [ann, ben]) provider.on('status', ({ status }) => left.push(status));
    world.log.raiseEpoch();
    await run(3000);
    expect(left.toSorted()).toEqual(['connected', 'connected', 'connecting', 'connecting']);
    ann.text.insert(0, 'still here');
    await run(0);
    expect(ben.text.toJSON()).toBe('still here');
  });

  test('a document of another generation is not merged (S15)', async () => {
    const { run } = start();
    const ann = world.open('ann');
    await run(1000);
    world.log.setGeneration(2);
    ann.text.insert(0, 'old life');
    await run(20_000);
    expect(ann.provider.view).toMatchObject({ ended: 'generation_mismatch', unsaved: 1 });
  });
});

test('a provider that retires leaves presence at once and saves the last changes', async () => {
  const { run } = start();
  const [ann, ben] = [world.open('ann'), world.open('ben')];
  await run(3000);
  expect(ben.provider.people).toHaveLength(2);
  world.logFault = (request) => (request === 'append' ? 'lost-request' : null);
  ann.text.insert(0, 'last words');
  const saved = ann.provider.retire();
  await run(3000);
  expect(ben.provider.people).toHaveLength(1);
  world.logFault = () => null;
  await run(10_000);
  expect(await saved).toBe(true);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('last words');
});
