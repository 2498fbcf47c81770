/** The contract of `DocumentLog`, tested for every implementation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { applyTogether } from '../doc/apply-together.ts';
import type { DocumentLog, LogFailure, OpenedSession, Outcome } from '../ports/document-log.ts';
import { extendChain } from '../protocol/chain.ts';
import { makeUuid } from '../protocol/frame.ts';
import { openTagKey, tagUpdate } from '../protocol/tag.ts';

export interface DocumentLogHarness {
  /** One document, as four users access it; the stranger has no role. */
  readonly owner: DocumentLog;
  readonly editor: DocumentLog;
  readonly viewer: DocumentLog;
  readonly stranger: DocumentLog;
  readonly documentId: string;
  /** The number of the document schema that the server accepts. */
  readonly schema: number;
  /** The text root that the updates change. */
  readonly root: string;
  close(): Promise<void>;
}

const newId = (): string => makeUuid(crypto.getRandomValues(new Uint8Array(16)));

function expectOk<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) expect.fail(`refused or unreachable: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

function expectRefused(outcome: Outcome<unknown>): string {
  const failure: LogFailure | null = outcome.ok ? null : outcome.failure;
  expect(failure).toMatchObject({ kind: 'refused' });
  return failure?.kind === 'refused' ? failure.code : '';
}

export function describeDocumentLogContract(
  name: string,
  openHarness: () => Promise<DocumentLogHarness>,
): void {
  describe(`${name} fulfils the contract of a document log`, () => {
    let harness: DocumentLogHarness;
    beforeAll(async () => {
      harness = await openHarness();
    });
    afterAll(() => harness.close());

    /** An editing session of a user, with updates of its own doc. */
    async function openSession(log: DocumentLog) {
      const { documentId, schema, root } = harness;
      const doc = new Doc();
      const session = { documentId, sessionId: newId(), schema };
      const request = { ...session, clientId: doc.clientID };
      const opened: OpenedSession = expectOk(await log.openSession(request));
      const place = { ...session, generation: opened.generation };
      return {
        request,
        opened,
        place,
        type: (text: string): Uint8Array => {
          const before = encodeStateVector(doc);
          doc.getText(root).insert(0, text);
          return encodeStateAsUpdate(doc, before);
        },
        append: (firstCounter: number, updates: readonly Uint8Array[]) =>
          log.append({ ...place, firstCounter, updates }),
      };
    }

    const readHead = async (since: number) =>
      expectOk(
        await harness.owner.head({
          documentId: harness.documentId,
          sessionId: newId(),
          since,
        }),
      );

    test('opening a session again returns the same secret', async () => {
      const { opened, request } = await openSession(harness.owner);
      expect(opened).toMatchObject({ role: 'owner' });
      expect(opened.secret).toHaveLength(32);
      expect(expectOk(await harness.owner.openSession(request)).secret).toEqual(opened.secret);
    });

    test('an append adds rows in order, extends the chain, and is read by other editors', async () => {
      const session = await openSession(harness.owner);
      expectOk(await session.append(1, [session.type('before')]));
      const before = await readHead(0);
      const updates = [session.type('a'), session.type('b')];
      const appended = expectOk(await session.append(2, updates));
      const chain = updates.reduce(extendChain, before.chain);
      expect(appended).toMatchObject({ head: before.head + 2, acked: 3, chain, epoch: session.opened.epoch });
      const loaded = expectOk(
        await harness.editor.load({ documentId: harness.documentId, after: before.head }),
      );
      expect(loaded).toMatchObject({ role: 'editor', head: before.head + 2, chain, snapshot: null });
      const { sessionId } = session.place;
      expect(loaded.rows).toEqual(
        updates.map((_, at) => ({
          seq: before.head + 1 + at,
          sessionId,
          counter: at + 2,
          kind: 'edit',
          bytes: expect.anything() as Uint8Array,
        })),
      );
      expect(loaded.rows.map(({ bytes }) => [...bytes])).toEqual(updates.map((bytes) => [...bytes]));
      const { head, rows } = await readHead(before.head);
      expect({ head, rows }).toEqual({ head: before.head + 2, rows: [[sessionId, 2, 3]] });
    });

    test('a reader loads the state at the head and no rows, whole or as a difference (R1)', async () => {
      const { documentId } = harness;
      const session = await openSession(harness.owner);
      expectOk(await session.append(1, [session.type('a')]));
      const { head: after } = await readHead(0);
      const whole = expectOk(await harness.viewer.load({ documentId, after: null }));
      expect(whole).toMatchObject({ role: 'viewer', head: after, snapshot: { seq: after }, rows: [] });
      const none = expectOk(await harness.viewer.load({ documentId, after }));
      expect(none).toMatchObject({ head: after, snapshot: null, rows: [] });
      const copy = new Doc();
      applyTogether(copy, [whole.snapshot!.bytes], null);
      expectOk(await session.append(2, [session.type('b')]));
      const known = { after, stateVector: encodeStateVector(copy) };
      const news = expectOk(await harness.viewer.load({ documentId, ...known }));
      const { sessionId } = session.place;
      const latest = [{ seq: after + 1, sessionId, counter: 2, kind: 'edit' }];
      expect(news).toMatchObject({ head: after + 1, snapshot: { seq: after + 1 }, rows: [], latest });
      expect(news.chain).toBe((await readHead(0)).chain);
      expect(decodeUpdate(news.snapshot!.bytes).structs).toHaveLength(1);
    });

    test('an update that is sent again is logged once', async () => {
      const session = await openSession(harness.owner);
      const [first, second] = [session.type('a'), session.type('b')];
      const { head } = expectOk(await session.append(1, [first]));
      expect(expectOk(await session.append(1, [first, second]))).toMatchObject({ head: head + 1, acked: 2 });
      expect(expectOk(await session.append(1, [first, second]))).toMatchObject({ head: head + 1, acked: 2 });
    });

    test('a counter is refused with other bytes', async () => {
      const session = await openSession(harness.owner);
      expectOk(await session.append(1, [session.type('a')]));
      expect(expectRefused(await session.append(1, [session.type('b')]))).toBe('counter_reused');
    });

    test('an update after a hole is not appended', async () => {
      const session = await openSession(harness.owner);
      const first = session.type('a');
      const { head } = await readHead(0);
      expect(expectOk(await session.append(2, [session.type('b')]))).toMatchObject({ head, acked: 0 });
      expect(expectOk(await session.append(1, [first]))).toMatchObject({ head: head + 1, acked: 1 });
    });

    test('only members with the right may append, and only members may read', async () => {
      const { documentId, schema } = harness;
      const viewer = await openSession(harness.viewer);
      expect(expectRefused(await viewer.append(1, [viewer.type('a')]))).toBe('forbidden');
      expectRefused(await harness.stranger.load({ documentId, after: null }));
      const sessionId = newId();
      expectRefused(await harness.stranger.openSession({ documentId, sessionId, clientId: 1, schema }));
      expectRefused(await harness.stranger.head({ documentId, sessionId, since: 0 }));
    });

    test('an append in another generation is refused', async () => {
      const session = await openSession(harness.owner);
      const generation = session.place.generation + 1;
      const updates = [session.type('a')];
      const outcome = await harness.owner.append({ ...session.place, generation, firstCounter: 1, updates });
      expect(expectRefused(outcome)).toBe('generation_mismatch');
    });

    test('a relay appends what the author tagged, under the author’s session', async () => {
      const author = await openSession(harness.owner);
      const key = openTagKey(author.opened.secret);
      const [first, second] = [author.type('a'), author.type('b')];
      const { head } = await readHead(0);
      const updates = [
        { counter: 1, tag: new Uint8Array(16), bytes: author.type('forged') },
        { counter: 1, tag: tagUpdate(key, 1, first), bytes: first },
        { counter: 2, tag: new Uint8Array(16), bytes: second },
      ];
      const relayed = expectOk(await harness.editor.relay({ ...author.place, updates }));
      expect(relayed).toMatchObject({ head: head + 1, acked: 1 });
      expect((await readHead(head)).rows).toEqual([[author.place.sessionId, 1, 1]]);
      expect(expectOk(await author.append(1, [first, second]))).toMatchObject({ head: head + 2, acked: 2 });
    });

    test('the roster names sessions, with keys for the caller’s own session only', async () => {
      const { documentId } = harness;
      const [one, other] = [await openSession(harness.owner), await openSession(harness.editor)];
      const { sessionId } = one.place;
      const roster = expectOk(await harness.owner.roster(documentId, sessionId));
      const entry = roster.find((entry) => entry.sessionId === other.place.sessionId);
      expect(entry?.clientId).toBe(other.request.clientId);
      expect(entry?.color).toMatch(/^#[0-9a-f]{6}$/);
      expect(entry?.key).toHaveLength(32);
      const foreign = expectOk(await harness.editor.roster(documentId, sessionId));
      expect(foreign.every(({ key }) => key === null)).toBe(true);
    });

    test('the roster has the public key of the first request to open a session', async () => {
      const { documentId, schema } = harness;
      const publicKey = new Uint8Array(32).fill(7);
      const request = { documentId, sessionId: newId(), clientId: new Doc().clientID, schema };
      expectOk(await harness.editor.openSession({ ...request, publicKey }));
      expectOk(await harness.editor.openSession({ ...request, publicKey }));
      const other = { ...request, publicKey: new Uint8Array(32).fill(8) };
      expect(expectRefused(await harness.editor.openSession(other))).toBe('session_invalid');
      const keyless = await openSession(harness.owner);
      const roster = expectOk(await harness.viewer.roster(documentId, newId()));
      const keyOf = (sessionId: string) =>
        roster.find((entry) => entry.sessionId === sessionId)?.publicKey ?? null;
      expect(keyOf(request.sessionId)).toEqual(publicKey);
      expect(keyOf(keyless.place.sessionId)).toBeNull();
    });

    test('a fold keeps the text', async () => {
      const session = await openSession(harness.owner);
      expectOk(await session.append(1, [session.type('kept')]));
      const { head } = await readHead(0);
      expectOk(await harness.owner.fold(harness.documentId));
      const whole = expectOk(await harness.viewer.load({ documentId: harness.documentId, after: null }));
      expect(whole.head).toBe(head);
      expect(whole.rows.at(-1)?.seq ?? whole.snapshot?.seq).toBe(head);
    });
  });
}
