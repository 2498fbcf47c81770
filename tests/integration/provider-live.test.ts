/** Real providers over supabase-js against the whole embedded Supabase: database, Realtime, functions in Deno. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { laneTopic } from '#contract/topics.ts';
import { SupabaseProvider, openSupabaseChannels, type SupabaseProviderOptions } from '#yjs-supabase';
import {
  describeChannelContract,
  describeDocumentLogContract,
  type ChannelHarness,
} from '#yjs-supabase/testing/contracts';
import { addMember, createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { COMMENT } from './rights/open-world.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let ann: LivePerson;
let ben: LivePerson;
const opened: { provider: SupabaseProvider; doc: Y.Doc }[] = [];

beforeAll(async () => {
  supabase = await startTestSupabase({
    // By default the server delays the answer to a refused join by five seconds.
    configure: (config) => ({ ...config, realtime: { ...config.realtime, refusedJoinDelayMs: 50 } }),
  });
  [ann, ben] = await Promise.all([signUpPerson(supabase, 'Ann'), signUpPerson(supabase, 'Ben')]);
});

afterAll(async () => {
  for (const { provider, doc } of opened) {
    provider.destroy();
    provider.awareness.destroy();
    doc.destroy();
  }
  for (const person of [ann, ben]) await person.client.removeAllChannels();
  await supabase.close();
});

function open(person: LivePerson, documentId: string, options: Partial<SupabaseProviderOptions> = {}) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: 200 },
    settings: { eventsPerSecond: 500 },
    ...options,
  });
  opened.push({ provider, doc });
  const title = doc.getText(TITLE_ROOT);
  const write = (text: string, at = 0) => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(text)]);
    doc.getXmlFragment(TEXT_ROOT).insert(at, [paragraph]);
  };
  const read = () => doc.getXmlFragment(TEXT_ROOT).toJSON();
  return { provider, doc, title, write, read };
}

async function waitFor(isTrue: () => boolean, what: () => unknown, limitMs = 10_000): Promise<void> {
  const endMs = Date.now() + limitMs;
  while (!isTrue()) {
    if (Date.now() > endMs) expect.fail(`not within ${limitMs} ms: ${JSON.stringify(what())}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

type Seat = ReturnType<typeof open>;
const isReady = ({ provider }: Seat): boolean => provider.view.phase === 'open' && provider.view.live;
const views =
  (...seats: Seat[]) =>
  () =>
    seats.map(({ provider }) => provider.view);

describe('two people on one document', () => {
  test('the host of a peer learns of a comment at once, and by the next poll (W6b, S9f)', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'viewer');
    const b = open(ben, documentId);
    const told: unknown[] = [];
    b.provider.on('host', (name, value) => told.push([name, value]));
    await waitFor(() => isReady(b), views(b));
    const thread = crypto.randomUUID();
    const { error } = await ann.client.rpc('add_comment', {
      p_document: documentId,
      p_thread: thread,
      p_comment: crypto.randomUUID(),
      p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
      p_body: COMMENT,
    });
    expect(error).toBe(null);
    const has = (text: string) => told.some((each) => JSON.stringify(each).includes(text));
    await waitFor(
      () => has(`"thread":"${thread}"`),
      () => told,
      5000,
    );
    await waitFor(
      () => has('["head",{"comments":1,"erasures":null,"keep":true}]'),
      () => told,
      20_000,
    );
  });

  test('both type at once, both see the same, and both load the same', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'editor');
    const [a, b] = [open(ann, documentId), open(ben, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    await waitFor(() => a.provider.people.length === 2 && b.provider.people.length === 2, views(a, b));
    expect(a.provider.people.map((person) => person.name).sort()).toEqual(['Ann', 'Ben']);
    for (let round = 0; round < 5; round += 1) {
      a.write(`ann ${round}`);
      b.write(`ben ${round}`);
    }
    a.title.insert(a.title.length, ' of two');
    await waitFor(
      () => a.read() === b.read() && a.read().includes('ben 4') && a.read().includes('ann 4'),
      views(a, b),
    );
    expect(await a.provider.flush()).toBe(true);
    expect(await b.provider.flush()).toBe(true);
    const { data } = await ann.client.from('documents').select('title').eq('id', documentId).single();
    expect(data).toEqual({ title: a.title.toJSON() });
    b.provider.destroy();
    const again = open(ben, documentId);
    await waitFor(() => isReady(again), views(again));
    expect(again.read()).toBe(a.read());
    expect(again.title.toJSON()).toBe(a.title.toJSON());
  });

  test('text and caret arrive together in a room that signs (W12, W12c)', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'editor');
    const verified: boolean[] = [];
    const settings = { eventsPerSecond: 500, maxProofs: 0 };
    const a = open(ann, documentId, { settings });
    const b = open(ben, documentId, {
      settings,
      onStep: (event) => event.kind === 'frame-verified' && verified.push(event.isValid),
    });
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    await waitFor(() => a.provider.people.length === 2, views(a, b));
    const caretOf = () => b.provider.awareness.getStates().get(a.doc.clientID)?.['cursor'] as object;
    await waitFor(
      () => {
        a.title.insert(a.title.length, 'x');
        const head = Y.createRelativePositionFromTypeIndex(a.title, a.title.length - 1);
        a.provider.awareness.setLocalStateField('cursor', { anchor: head, head });
        return verified.includes(true);
      },
      views(a, b),
    );
    await waitFor(() => b.title.toJSON() === a.title.toJSON(), views(a, b));
    await waitFor(() => JSON.stringify(caretOf()).includes(`"client":${a.doc.clientID}`), caretOf);
    expect(verified).not.toContain(false);
  });

  test('a reader fetches nothing that it received live (S10a)', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'viewer');
    const loads: unknown[] = [];
    const load: typeof ben.log.load = (request) => {
      loads.push(request);
      return ben.log.load(request);
    };
    const [a, b] = [open(ann, documentId), open({ ...ben, log: { ...ben.log, load } }, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    await waitFor(() => a.provider.people.length === 2 && b.provider.people.length === 2, views(a, b));
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    loads.length = 0;
    for (let round = 0; round < 3; round += 1) {
      a.write(`round ${round}`);
      await waitFor(() => b.read().includes(`round ${round}`), views(a, b));
      expect(await a.provider.flush()).toBe(true);
      await waitFor(() => !b.provider.view.behind, views(b));
    }
    // Longer than the wait for missing rows.
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    expect(loads).toEqual([]);
    expect(b.read()).toBe(a.read());
  });

  test('a cursor is shown under the name that the server has', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'viewer');
    const [a, b] = [open(ann, documentId), open(ben, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    const position = Y.createRelativePositionFromTypeIndex(b.doc.getXmlFragment(TEXT_ROOT), 0);
    const show = () =>
      b.provider.awareness.setLocalState({
        user: { name: 'Ann', color: 'red' },
        cursor: { anchor: position, head: position },
      });
    const seen = () => a.provider.awareness.getStates().get(b.doc.clientID);
    show();
    // A peer that joins at the same moment may be hidden once more by presence that does not list it yet.
    const moving = setInterval(show, 500);
    await waitFor(() => seen() !== undefined, seen).finally(() => clearInterval(moving));
    expect(seen()).toMatchObject({
      user: { name: 'Ben', color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    });
    b.provider.destroy();
    await waitFor(() => seen() === undefined, seen, 3000);
  });

  test('a viewer reads live and writes nothing, a stranger receives nothing', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'viewer');
    const stranger = await signUpPerson(supabase, 'Eve');
    const [a, b, e] = [open(ann, documentId), open(ben, documentId), open(stranger, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    await waitFor(() => e.provider.view.phase === 'ended', views(e));
    expect(e.provider.view.ended).toMatch(/forbidden|not_found/);
    b.write('vandal');
    a.write('read me');
    await waitFor(() => b.read().includes('read me'), views(a, b));
    const lane = await speak(ben, documentId);
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    expect(a.read()).not.toContain('vandal');
    expect(b.provider.view.unsaved).toBe(0);
    lane.close();
    await stranger.client.removeAllChannels();
  });

  test('a person with a role that this build does not know reads, and writes nothing (S5b)', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'viewer');
    await supabase.database.query('alter table public.members drop constraint if exists members_role_check');
    await supabase.database.query(
      `update public.members set role = 'reviewer' where document_id = '${documentId}' and role = 'viewer'`,
    );
    const [a, b] = [open(ann, documentId), open(ben, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    b.write('not sent');
    a.write('for every role');
    await waitFor(() => b.read().includes('every role'), views(a, b));
    expect(b.provider.view).toMatchObject({ role: 'reviewer', mayEdit: false, reachable: true, ended: null });
    a.write('later');
    await waitFor(() => b.read().includes('later'), views(a, b));
    expect(a.read()).not.toContain('not sent');
  });

  test('a removed editor is out within seconds, the others stay live', async () => {
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'editor');
    const [a, b] = [open(ann, documentId), open(ben, documentId)];
    await waitFor(() => isReady(a) && isReady(b), views(a, b));
    const { error } = await ann.client.rpc('remove_member', { p_document: documentId, p_user: ben.userId });
    expect(error).toBeNull();
    b.write('too late');
    await waitFor(() => b.provider.view.phase === 'ended', views(b));
    await waitFor(() => isReady(a), views(a));
    expect(b.provider.view).toMatchObject({ ended: 'forbidden', unsaved: 1 });
    expect(await a.provider.flush()).toBe(true);
  });
});

/** Sends a forged update on a lane where a viewer may receive but not send. */
async function speak(person: LivePerson, documentId: string) {
  const { encodeWireFrame } = await import('../../src/yjs-supabase/src/protocol/frame.ts');
  const foreign = new Y.Doc();
  foreign.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlText('vandal')]);
  const bytes = encodeWireFrame({
    kind: 'update',
    sessionId: crypto.randomUUID(),
    counter: 1,
    head: 0,
    tag: new Uint8Array(16),
    proofs: new Uint8Array(),
    bytes: Y.encodeStateAsUpdate(foreign),
  });
  const lane = openSupabaseChannels(person.client)({
    topic: laneTopic(documentId, 1, 'upd'),
    onEvent: (event) => {
      if (event.kind === 'joined') lane.send('u', bytes);
    },
  });
  return lane;
}

describeChannelContract('supabase-js with our codec', () => openHarness('ours'));
describeChannelContract('supabase-js', () => openHarness('of supabase-js'));

async function openHarness(codec: 'ours' | 'of supabase-js'): Promise<ChannelHarness> {
  const [annHere, benHere] = await Promise.all([
    signUpPerson(supabase, 'Ann', undefined, { codec }),
    signUpPerson(supabase, 'Ben', undefined, { codec }),
  ]);
  const documentId = await createDocument(annHere);
  await addMember(annHere, documentId, benHere, 'editor');
  return {
    ann: openSupabaseChannels(annHere.client),
    ben: openSupabaseChannels(benHere.client),
    topic: laneTopic(documentId, 1, 'upd'),
    presenceTopic: laneTopic(documentId, 1, 'ctl'),
    closedTopic: laneTopic(documentId, 9, 'upd'),
    settle: () =>
      new Promise((resolve) => {
        setTimeout(resolve, 50);
      }),
    announce: async (topic, event, payload) => {
      await supabase.database.query('select realtime.send($1::jsonb, $2, $3, true)', [payload, event, topic]);
    },
    close: async () => {
      await annHere.client.removeAllChannels();
      await benHere.client.removeAllChannels();
    },
  };
}

describeDocumentLogContract('Supabase', async () => {
  const [owner, editor, viewer, stranger] = await Promise.all(
    ['Ann', 'Ben', 'Vic', 'Eve'].map((name) => signUpPerson(supabase, name)),
  );
  const documentId = await createDocument(owner!);
  await addMember(owner!, documentId, editor!, 'editor');
  await addMember(owner!, documentId, viewer!, 'viewer');
  return {
    owner: owner!.log,
    editor: editor!.log,
    viewer: viewer!.log,
    stranger: stranger!.log,
    documentId,
    schema: SCHEMA_MAJOR,
    root: TITLE_ROOT,
    close: () => Promise.resolve(),
  };
});

test('a head reply contains the newest snapshot (S19b)', async () => {
  const documentId = await createDocument(ann);
  const reply = await ann.log.head({ documentId, sessionId: crypto.randomUUID(), since: 0 });
  const snapshot = { seq: expect.any(Number) as number, digest: expect.any(String) as string };
  expect(reply).toMatchObject({ ok: true, value: { snapshot } });
});
