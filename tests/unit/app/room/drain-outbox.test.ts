import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_APPEND_BYTES } from '#contract/limits.ts';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { drainOutbox, takeBatch, type DrainPorts } from '../../../../src/app/room/drain-outbox.ts';
import type { KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import { openLocalCopy, type LocalCopy } from '../../../../src/app/room/local-copy.ts';
import { openSessionLocks } from '../../../../src/app/room/session-locks.ts';
import { hostClock } from '../../../../src/yjs-supabase/src/ports/clock.ts';
import type { DocumentLog } from '#yjs-supabase';
import { createFakeLocks } from '../../../support/fake-locks.ts';
import { createMemoryLog, type LogFault, type MemoryLog } from '#yjs-supabase/testing';

const SESSION = { documentId: 'd', generation: 1, sessionId: 's' };
let copy: LocalCopy;
let log: MemoryLog;
let fault: (request: keyof DocumentLog) => LogFault | null;
const locks = openSessionLocks(createFakeLocks());
const ports = (): DrainPorts => ({ log: log.as('ann'), copy, locks });

/** One update per word, numbered like one editing session. */
function type(words: readonly string[], change: Partial<KeptUpdate> = {}): readonly KeptUpdate[] {
  const doc = new Y.Doc();
  const rows: KeptUpdate[] = [];
  const text = doc.getText(change.changesTitle ? 'title' : 'text');
  doc.on('update', (bytes: Uint8Array) => {
    const counter = rows.length + 1;
    const about = { schema: 1, documentTitle: 'Plan', changesTitle: false, atMs: counter };
    rows.push({ ...SESSION, counter, clientId: doc.clientID, bytes, ...about, ...change });
  });
  for (const word of words) text.insert(text.length, word);
  return rows;
}

const openSession = ([row]: readonly KeptUpdate[], userId = 'ann'): Promise<unknown> =>
  log.as(userId).openSession({ ...row!, schema: 1 });

function textOf(name = 'text'): string {
  const doc = new Y.Doc();
  if (log.rows.length > 0) Y.applyUpdate(doc, log.fold());
  return doc.getText(name).toJSON();
}

const unsent = async (): Promise<readonly KeptUpdate[]> => {
  const listed = await copy.listUnsent();
  return listed.ok ? listed.value : [];
};

beforeEach(() => {
  copy = openLocalCopy({ userId: 'ann', factory: new IDBFactory() });
  fault = () => null;
  log = createMemoryLog({ clock: hostClock, latencyMs: 0, fault: (request) => fault(request) });
  log.setRole('ann', 'editor');
});

test('changes of a closed tab reach the log under their old session, once', async () => {
  const rows = type(['one ', 'two ', 'three']);
  await openSession(rows);
  await log.as('ann').append({ ...SESSION, schema: 1, firstCounter: 1, updates: [rows[0]!.bytes] });
  await copy.put(rows);

  expect(await drainOutbox(ports())).toEqual({ sent: ['d'], refused: 0, open: 0, later: null });
  expect(textOf()).toBe('one two three');
  expect(log.rows.map((row) => [row.sessionId, row.counter])).toEqual([
    ['s', 1],
    ['s', 2],
    ['s', 3],
  ]);
  expect(await unsent()).toEqual([]);
  await drainOutbox(ports());
  expect(log.count('append')).toBe(2);
});

test('changes of an older version of the app are sent by this one', async () => {
  const rows = type(['one'], { schema: 0 });
  await openSession(rows);
  await copy.put(rows);
  const asked: number[] = [];
  const append: DocumentLog['append'] = (request) => {
    asked.push(request.schema);
    return log.as('ann').append(request);
  };
  await drainOutbox({ ...ports(), log: { ...log.as('ann'), append } });
  expect(asked).toEqual([SCHEMA_MAJOR]);
});

test('changes rejected from an older version of the app are sent by this one automatically', async () => {
  const rows = type(['one'], { schema: 0 });
  await openSession(rows);
  await copy.put(rows);
  await copy.refuse(SESSION, 'upgrade_required');
  expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], refused: 0 });
  expect(textOf()).toBe('one');
});

test('a session unknown to the server is opened with the client id of its updates', async () => {
  await copy.put(type(['typed before the first answer']));
  expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'] });
  expect(textOf()).toBe('typed before the first answer');
});

test('an open tab sends its changes itself', async () => {
  const rows = type(['mine']);
  await openSession(rows);
  await copy.put(rows);
  const release = await locks.hold('s');
  expect(await drainOutbox(ports())).toEqual({ sent: [], refused: 0, open: 1, later: null });
  expect(log.count('append')).toBe(0);
  release();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], open: 0 });
});

test('without the server everything stays, also if only its reply was lost', async () => {
  const rows = type(['kept']);
  await openSession(rows);
  await copy.put(rows);
  fault = () => 'lost-request';
  expect(await drainOutbox(ports())).toMatchObject({ sent: [], later: { kind: 'unreachable' } });
  expect(await unsent()).toHaveLength(1);
  fault = () => 'lost-reply';
  expect(await drainOutbox(ports())).toMatchObject({ sent: [], later: { kind: 'unreachable' } });
  fault = () => null;
  expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], later: null });
  expect(log.rows).toHaveLength(1);
});

describe('rejected', () => {
  test.each([
    'forbidden',
    'not_found',
    'gone',
    'generation_mismatch',
    'too_large',
    'document_full',
    'update_rejected',
    'counter_reused',
    'upgrade_required',
  ])('%s: kept with the code, and not retried until the user requests it', async (code) => {
    const rows = type(['one', 'two']);
    await openSession(rows);
    await copy.put(rows);
    fault = (request) => (request === 'append' ? { kind: 'refused', code } : null);
    expect(await drainOutbox(ports())).toEqual({ sent: [], refused: 1, open: 0, later: null });
    expect(await unsent()).toMatchObject([{ refused: code }, { refused: code }]);
    await drainOutbox(ports());
    expect(log.count('append')).toBe(1);

    fault = () => null;
    expect(await drainOutbox(ports(), (row) => row.sessionId === 's')).toMatchObject({ sent: ['d'] });
    expect(await unsent()).toEqual([]);
  });

  test.each(['unauthenticated', 'rate_limited', 'internal', 'unavailable', 'restore_in_progress'])(
    '%s is transient: later',
    async (code) => {
      const rows = type(['one']);
      await openSession(rows);
      await copy.put(rows);
      fault = (request) => (request === 'append' ? { kind: 'refused', code, retryAfterMs: 7 } : null);
      const report = await drainOutbox(ports());
      expect(report).toMatchObject({ refused: 0, later: { code, retryAfterMs: 7 } });
      expect(await unsent()).toEqual(rows);
    },
  );

  test('one deleted document does not block the others', async () => {
    const lost = type(['lost'], { documentId: 'gone', sessionId: 'g', atMs: 0 });
    const rows = type(['fine']);
    await openSession(rows);
    await copy.put([...lost, ...rows]);
    const real = log.as('ann');
    const refuse = { ok: false, failure: { kind: 'refused', code: 'gone' } } as const;
    const append: DocumentLog['append'] = (request) =>
      request.documentId === 'gone' ? Promise.resolve(refuse) : real.append(request);
    const report = await drainOutbox({ ...ports(), log: { ...real, append } });
    expect(report).toEqual({ sent: ['d'], refused: 1, open: 0, later: null });
  });

  test('nothing after a gap is accepted, which is reported', async () => {
    const rows = type(['one ', 'never kept ', 'three']);
    await openSession(rows);
    await copy.put([rows[0]!, rows[2]!]);
    expect(await drainOutbox(ports())).toMatchObject({ refused: 1 });
    expect(textOf()).toBe('one ');
    expect(await unsent()).toMatchObject([{ counter: 3, refused: 'incomplete' }]);
  });
});

test('a log that was set back receives again what it had acknowledged', async () => {
  const rows = type(['one ', 'two ', 'three']);
  await copy.put(rows);
  await copy.acknowledge(rows.slice(0, 2));
  expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], refused: 0 });
  expect(textOf()).toBe('one two three');
});

test('a title changed offline reaches the list of documents, merged with remote edits', async () => {
  const other = new Y.Doc();
  other.getText('title').insert(0, 'Plan');
  log.write('edit', Y.encodeStateAsUpdate(other));
  const rows = type(['B'], { changesTitle: true });
  await openSession(rows);
  await copy.put(rows);
  await drainOutbox(ports());
  expect(log.title).toBe(textOf('title'));
  expect(log.title).toHaveLength(5);
});

test('a batch has no gap and fits one request', () => {
  const rows = [3, 1, 2, 5].map((counter) => ({ ...type(['x'])[0]!, counter }));
  expect(takeBatch(rows, 1).map((row) => row.counter)).toEqual([1, 2, 3]);
  expect(takeBatch(rows, 4)).toEqual([]);
  const large = rows.map((row) => ({ ...row, bytes: new Uint8Array(MAX_APPEND_BYTES * 0.6) }));
  expect(takeBatch(large, 1).map((row) => row.counter)).toEqual([1]);
});

describe('text of a closed tab whose paragraph was deleted or replaced since', () => {
  const root = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment('default');
  const write = (doc: Y.Doc, at: number, words: string): void => {
    const text = (root(doc).get(at) as Y.XmlElement).get(0) as Y.XmlText;
    text.insert(text.length, words);
  };

  /** The log has two paragraphs; a closed tab typed into them, and then another user changed the text. */
  async function prepare(
    words: readonly (readonly [paragraph: number, words: string])[],
    change: (text: Y.XmlFragment) => void,
  ): Promise<readonly KeptUpdate[]> {
    const bob = new Y.Doc();
    const sent: Uint8Array[] = [];
    bob.on('update', (update: Uint8Array) => void sent.push(update));
    bob.transact(() => {
      for (const name of ['first', 'second']) {
        const paragraph = new Y.XmlElement('paragraph');
        paragraph.insert(0, [new Y.XmlText(name)]);
        root(bob).push([paragraph]);
      }
    });
    const ann = new Y.Doc();
    Y.applyUpdate(ann, Y.encodeStateAsUpdate(bob));
    const rows: KeptUpdate[] = [];
    ann.on('update', (bytes: Uint8Array) => {
      const counter = rows.length + 1;
      const about = { schema: 1, documentTitle: 'Plan', changesTitle: false, atMs: counter };
      rows.push({ ...SESSION, counter, clientId: ann.clientID, bytes, ...about });
    });
    for (const [paragraph, typed] of words) write(ann, paragraph, typed);
    bob.transact(() => change(root(bob)));
    log.setRole('bob', 'editor');
    const session = { documentId: 'd', generation: 1, sessionId: 'b', clientId: bob.clientID, schema: 1 };
    await log.as('bob').openSession(session);
    await log.as('bob').append({ ...session, firstCounter: 1, updates: sent });
    await copy.put(rows);
    return rows;
  }

  const prepareDeletion = (): Promise<readonly KeptUpdate[]> =>
    prepare(
      [
        [0, ' stays'],
        [1, ' is displaced'],
      ],
      (text) => text.delete(1, 1),
    );

  /** As the editor binding writes it. */
  const prepareHeading = (): Promise<readonly KeptUpdate[]> =>
    prepare(
      [
        [1, ' goes'],
        [1, ' along'],
      ],
      (text) => {
        const heading = new Y.XmlElement('heading');
        heading.insert(0, [new Y.XmlText('second')]);
        text.delete(1, 1);
        text.insert(1, [heading]);
      },
    );

  test('is in the log, and stays here for display', async () => {
    const rows = await prepareDeletion();
    expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], later: null });
    expect(log.rows).toHaveLength(2 + rows.length);
    expect((await unsent()).map(({ refused, displaced }) => [refused, displaced])).toEqual(
      rows.map(() => ['displaced', ' is displaced']),
    );
    expect(await drainOutbox(ports())).toMatchObject({ sent: [], refused: 1 });
  });

  test('is ignored if it had been seen: its deletion was deliberate', async () => {
    const rows = await prepareDeletion();
    await openSession(rows);
    await log
      .as('ann')
      .append({ ...SESSION, schema: 1, firstCounter: 1, updates: rows.map(({ bytes }) => bytes) });
    expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'] });
    expect(await unsent()).toEqual([]);
  });

  const shown = (): string => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, log.fold());
    return root(doc).toString();
  };

  test('moves to the new place of its paragraph, under a new session', async () => {
    const rows = await prepareHeading();
    expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], refused: 0, later: null });
    expect(shown()).toBe('<paragraph>first</paragraph><heading>second goes along</heading>');
    expect(await unsent()).toEqual([]);
    expect(log.rows).toHaveLength(2 + rows.length + 1);
    expect(new Set(log.rows.map(({ sessionId }) => sessionId)).size).toBe(3);
  });

  test('is shown here if the log no longer has the change of its paragraph', async () => {
    const rows = await prepareHeading();
    log.prune();
    expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], later: null });
    expect(shown()).toBe('<paragraph>first</paragraph><heading>second</heading>');
    expect((await unsent()).map(({ displaced }) => displaced)).toEqual(rows.map(() => ' goes along'));
  });

  test('is shown here if the log rejects the move', async () => {
    const rows = await prepareHeading();
    let appends = 0;
    fault = (request) => (request === 'append' && ++appends > 2 ? 'lost-request' : null);
    expect(await drainOutbox(ports())).toMatchObject({ sent: ['d'], later: null });
    expect((await unsent()).map(({ displaced }) => displaced)).toEqual(rows.map(() => ' goes along'));
  });
});

// Rules tested here: (PROTOCOL.md, S18d).
