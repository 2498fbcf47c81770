/** Updates that the app never sends, and the reason with which the log refuses each. */
import { createEncoder, toUint8Array, writeUint8, writeVarUint } from 'lib0/encoding';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '#contract/limits.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';

/** The state of a new doc of this client after a change. */
export function makeUpdate(clientId: number, change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  change(doc);
  return Y.encodeStateAsUpdate(doc);
}

const GC = 0;
/** A tiny update that claims the client's next million clocks. A peer that applies it drops the client's updates. */
function makeBomb(clientId: number, clock: number): Uint8Array {
  const encoder = createEncoder();
  for (const value of [1, 1, clientId, clock]) writeVarUint(encoder, value);
  writeUint8(encoder, GC);
  for (const value of [1_000_000, 0]) writeVarUint(encoder, value);
  return toUint8Array(encoder);
}

function buildTower(doc: Y.Doc): void {
  let top: Y.XmlFragment = doc.getXmlFragment(TEXT_ROOT);
  doc.transact(() => {
    for (let level = 0; level < 3000; level += 1) {
      const next = new Y.XmlElement('blockquote');
      top.insert(0, [next]);
      top = next;
    }
  });
}

const title = (words: string) => (doc: Y.Doc) => doc.getText(TITLE_ROOT).insert(0, words);
const value = (name: string, of: unknown) => (doc: Y.Doc) => void doc.getMap(TEXT_ROOT).set(name, of);

interface Victim {
  readonly clientId: number;
  /** Its next clock. */
  readonly clock: number;
}

type Make = (me: number, victim: Victim) => Uint8Array;

export const HOSTILE_UPDATES: readonly (readonly [what: string, reason: string, make: Make])[] = [
  [
    'a clock bomb under another client id',
    'client id of another session',
    (_me, { clientId, clock }) => makeBomb(clientId, clock),
  ],
  ['a clock bomb after a gap of clocks', 'clock', (me) => makeBomb(me, 5000)],
  ['elements nested 3000 levels deep', 'too deep or too wide', (me) => makeUpdate(me, buildTower)],
  [
    'an update above the size limit',
    'too many bytes',
    (me) => makeUpdate(me, title('x'.repeat(MAX_UPDATE_BYTES))),
  ],
  ['a varint that does not end', 'integer too large', () => new Uint8Array(20).fill(255)],
  [
    'an update in encoding V2',
    'bytes after the end',
    (me) => Y.convertUpdateFormatV1ToV2(makeUpdate(me, title('xyz'))),
  ],
  [
    'a prototype key',
    'key not allowed',
    (me) => makeUpdate(me, value('a', JSON.parse('{"__proto__":{"isAdmin":true}}'))),
  ],
  ['an unknown root', 'unknown root', (me) => makeUpdate(me, (doc) => doc.getText('hidden').insert(0, 'x'))],
  ['a subdocument', 'content 9', (me) => makeUpdate(me, value('sub', new Y.Doc()))],
  [
    'a script element',
    'unknown node',
    (me) => makeUpdate(me, (doc) => doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('script')])),
  ],
  [
    'a text directly in the root',
    'text in doc',
    (me) => makeUpdate(me, (doc) => doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlText('x')])),
  ],
  [
    'an object as attribute',
    'values as content',
    (me) =>
      makeUpdate(me, (doc) => {
        const heading = new Y.XmlElement('heading');
        heading.setAttribute('level', { a: 1 } as never);
        doc.getXmlFragment(TEXT_ROOT).insert(0, [heading]);
      }),
  ],
  [
    'an update of several clients',
    'several clients',
    () => Y.mergeUpdates([1, 2].map((clientId) => makeUpdate(clientId, title('x')))),
  ],
];
