/** Probes of every edge function: valid and invalid bodies, other documents, other users' sessions, another generation. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as Y from 'yjs';
import { encodeFrame } from '#contract/frame.ts';
import { openByHand, writeParagraph } from '../../support/document-client.ts';
import { CALLERS, may, roleIn, type Caller, type Place } from './matrix.ts';
import type { Things, World } from './open-world.ts';
import { readAnswer, type Answer, type Probe } from './probe.ts';

const FOLDER = join(import.meta.dirname, '../../../supabase/functions');
/** For everybody, and about no document (proof-of-authorship.test.ts, mails.test.ts). */
const PUBLIC = ['history-keys', 'mail-events', 'unsubscribe'];
const FUNCTIONS = readdirSync(FOLDER).filter((name) => /^[a-z][a-z-]*$/.test(name) && !PUBLIC.includes(name));
const PLACES = ['document', 'other document', 'unknown document'] as const;

type Body = string | Uint8Array<ArrayBuffer>;

const words = (): Uint8Array => {
  const doc = new Y.Doc();
  writeParagraph(doc, 'should not be here');
  return Y.encodeStateAsUpdate(doc);
};

const appendTo = ({ documentId, sessionId }: Things, changes: object = {}): Body =>
  encodeFrame({ documentId, sessionId, generation: 1, schema: 1, firstCounter: 2, ...changes }, [words()]);

const relayTo = (things: Things): Body => {
  const { documentId, sessionId } = things;
  const said = [[2, randomBytes(16).toString('hex')]];
  return encodeFrame({ documentId, sessionId, generation: 1, schema: 1, said }, [words()]);
};

/** These ignore the body, so an invalid one is no reason to refuse. */
const TAKES_NO_BODY: readonly string[] = ['send-mails', 'sweep-files', 'sweep-search'];

/** A valid body for a function. The default contains every field of all requests. */
function rightBody(name: string, things: Things): Body {
  const { documentId, versionId } = things;
  if (name === 'append-updates') return appendTo(things);
  const clientId = 2 + Math.floor(Math.random() * 4e9);
  const fields = {
    documentId,
    versionId,
    sessionId: randomUUID(),
    clientId,
    schema: 1,
    after: null,
    name: 'Probe',
    seq: 1,
    text: [{ from: 0, to: 1 }],
  };
  if (name === 'erase-text')
    return JSON.stringify({ documentId, erasureId: randomUUID(), ranges: [[1, 0, 1]], text: 'x' });
  if (name === 'read-log') return JSON.stringify({ documentId, after: 0, until: 10 });
  return JSON.stringify(fields);
}

const WRONG_BODIES: Readonly<Record<string, Body>> = {
  'no body': '',
  null: 'null',
  'a list': '[]',
  'an empty object': '{}',
  'a malformed id': '{"documentId":"doc","after":null}',
  'an id that is a list': '{"documentId":["x"],"after":null}',
  'bytes that are no frame': new Uint8Array([1, 255, 255, 255, 255, 0]),
};

export function listFunctionProbes(world: World): Probe[] {
  return CALLERS.flatMap((caller) =>
    FUNCTIONS.flatMap((name) => [
      ...PLACES.map((place) => rightProbe(world, caller, name, place)),
      ...Object.entries(WRONG_BODIES)
        .filter(() => !(TAKES_NO_BODY.includes(name) && may(caller, `function ${name}`, 'document')))
        .map(([what, body]) => wrongProbe(world, caller, name, what, body)),
      wrongProbe(world, caller, name, 'GET', null),
    ]).concat(oddProbes(world, caller)),
  );
}

/** A valid request. The service key may not call functions that act for a user. */
function rightProbe(world: World, caller: Caller, name: string, place: Place): Probe {
  const expected = may(caller, `function ${name}`, place);
  const person =
    caller === 'owner' || caller === 'editor' || caller === 'member of another document'
      ? world.people[caller]
      : null;
  const isAppend = name === 'append-updates' && expected && person !== null;
  return {
    caller,
    what: `function ${name}`,
    place,
    expected,
    alone: expected && name.startsWith('restore-'),
    run: async () => {
      if (!isAppend) return call(world, caller, name, rightBody(name, world.things[place]));
      const room = await openByHand(person, world.things[place].documentId);
      writeParagraph(room.doc, 'may be here');
      const { status } = await room.append();
      return { ok: status === 200, detail: String(status) };
    },
  };
}

const wrongProbe = (world: World, caller: Caller, name: string, what: string, body: Body | null): Probe => ({
  caller,
  what: `function ${name} with ${what}`,
  expected: false,
  run: () => call(world, caller, name, body),
});

/** Requests that are valid except for one field. */
function oddProbes(world: World, caller: Caller): Probe[] {
  const { document, 'other document': other } = world.things;
  const probe = (name: string, what: string, body: Body, expected = false): Probe => ({
    caller,
    what: `function ${name} ${what}`,
    expected,
    run: () => call(world, caller, name, body),
  });
  const { documentId } = document;
  const session = { documentId, sessionId: document.sessionId, clientId: 77, schema: 1 };
  const isWriter = ['owner', 'editor'].includes(roleIn(caller, 'document') ?? '');
  return [
    ...(caller === 'editor'
      ? []
      : [probe('append-updates', 'under another user’s session', appendTo(document))]),
    probe(
      'append-updates',
      'under a session of another document',
      appendTo({ ...document, sessionId: other.sessionId }),
    ),
    probe(
      'append-updates',
      'under a session that was never opened',
      appendTo({ ...document, sessionId: randomUUID() }),
    ),
    probe('append-updates', 'of another generation', appendTo(document, { generation: 2 })),
    probe('append-updates', 'with a counter of 0', appendTo(document, { firstCounter: 0 })),
    // Updates without a true tag are skipped without an error; none of them may reach the log.
    probe('append-updates', 'as a relay with a false tag', relayTo(document), isWriter),
    probe('open-session', 'under another user’s session id', JSON.stringify(session)),
    probe(
      'open-session',
      'with a client id of the server',
      JSON.stringify({ ...session, sessionId: randomUUID(), clientId: 1 }),
    ),
    probe('read-version', 'of another document', JSON.stringify({ documentId, versionId: other.versionId })),
    probe(
      'restore-version',
      'of another document',
      JSON.stringify({ documentId, versionId: other.versionId }),
    ),
    probe(
      'read-version',
      'through another document',
      JSON.stringify({ documentId: other.documentId, versionId: document.versionId }),
    ),
  ];
}

async function call(world: World, caller: Caller, name: string, body: Body | null): Promise<Answer> {
  return readAnswer(
    await world.send(caller, `/functions/v1/${name}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' },
      body,
    }),
  );
}
