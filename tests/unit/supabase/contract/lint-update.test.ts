import * as encoding from 'lib0/encoding';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  MAX_ATTRIBUTE_CHARS,
  MAX_ATTRIBUTE_NUMBER,
  MAX_COLUMN_WIDTH,
  MAX_SPAN,
  MAX_UPDATE_BYTES,
} from '#contract/limits.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { createRandom } from '../../../support/random.ts';

const stateOf = (build: (doc: Y.Doc) => void): Uint8Array => {
  const doc = new Y.Doc();
  build(doc);
  return Y.encodeStateAsUpdate(doc);
};
const text = (doc: Y.Doc) => doc.getXmlFragment('default');
/** Nests elements. */
function nest(root: Y.XmlFragment, levels: number): void {
  root.doc!.transact(() => {
    let parent = root;
    for (let level = 0; level < levels; level++) {
      const inner = new Y.XmlElement('blockquote');
      parent.insert(0, [inner]);
      parent = inner;
    }
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText('deep down')]);
    parent.insert(0, [paragraph]);
  });
}

/** A paragraph with one text. */
function leafIn(doc: Y.Doc): Y.XmlText {
  const [paragraph, leaf] = [new Y.XmlElement('paragraph'), new Y.XmlText()];
  text(doc).insert(0, [paragraph]);
  paragraph.insert(0, [leaf]);
  return leaf;
}

/** An element of this name, under parents where it may stand. */
function elementIn(doc: Y.Doc, name: string): Y.XmlElement {
  let parent: Y.XmlFragment = text(doc);
  const path = name === 'tableCell' ? ['table', 'tableRow', name] : [name];
  for (const each of path) {
    const element = new Y.XmlElement(each);
    parent.insert(0, [element]);
    parent = element;
  }
  return parent as Y.XmlElement;
}

test('lists inside lists are accepted', () => {
  expect(lintUpdate(stateOf((doc) => nest(text(doc), 60)))).toMatchObject({ ok: true });
});

const why = (update: Uint8Array): string => {
  const linted = lintUpdate(update);
  return linted.ok ? 'accepted' : linted.why;
};

/** Edits of a real document: elements, attributes, marks, deletions, several in one transaction. */
function realUpdates(seed: number, edits: number): Uint8Array[] {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const updates: Uint8Array[] = [];
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) => updates.push(update));
  for (let i = 0; i < edits; i++) {
    const root = text(doc);
    const at = Math.floor(random() * (root.length + 1));
    const choice = random();
    if (choice < 0.3 || root.length === 0) {
      const element = new Y.XmlElement(pick(['paragraph', 'heading', 'codeBlock']));
      if (element.nodeName === 'heading') element.setAttribute('level', ((i % 6) + 1) as unknown as string);
      element.insert(0, [new Y.XmlText(`Text ${i} é 😀`)]);
      root.insert(at, [element]);
    } else if (choice < 0.6) {
      const leaf = (root.get(at % root.length) as Y.XmlElement).get(0) as Y.XmlText;
      leaf.insert(0, 'abc', random() < 0.4 ? { bold: {}, link: { href: 'https://a.cz', title: null } } : {});
    } else if (choice < 0.8) {
      doc.getText('title').insert(0, 'T');
    } else if (choice < 0.9) {
      doc.transact(() => {
        const gone = new Y.XmlElement('paragraph');
        gone.insert(0, [new Y.XmlText('never seen')]);
        root.insert(at, [gone]);
        root.delete(at, 1);
        doc.getText('title').insert(0, 'x');
      });
    } else root.delete(at % root.length, 1);
  }
  return updates;
}

test('accepts every update of real edits, and returns its client', () => {
  for (let seed = 0; seed < 40; seed++) {
    const updates = realUpdates(seed, 60);
    for (const update of updates) expect(lintUpdate(update)).toMatchObject({ ok: true });
    expect(lintUpdate(Y.mergeUpdates(updates))).toMatchObject({ ok: true });
  }
  const doc = new Y.Doc();
  doc.clientID = 77;
  text(doc).insert(0, [new Y.XmlElement('paragraph')]);
  expect(lintUpdate(Y.encodeStateAsUpdate(doc))).toMatchObject({
    ok: true,
    written: [{ client: 77, clock: 0, nextClock: 1 }],
    structs: 1,
  });
});

test('a mark cannot overlap itself under a name with a hash, but a stored one is read', () => {
  const update = stateOf((doc) => leafIn(doc).insert(0, 'x', { 'highlight--AbCd+/9=': { color: '#fff' } }));
  expect(why(update)).toBe('unknown mark');
  expect(lintUpdate(update, { folded: true })).toMatchObject({ ok: true });
});

test('a folded document may be larger and contain more clients than one update', () => {
  const states = Array.from({ length: 80 }, (_, client) =>
    stateOf((doc) => {
      doc.clientID = client + 1;
      doc.getText('title').insert(0, 'x'.repeat(80_000));
    }),
  );
  const folded = Y.mergeUpdates(states);
  expect(lintUpdate(folded)).toEqual({ ok: false, why: 'too many bytes' });
  expect(lintUpdate(folded, { folded: true })).toMatchObject({ ok: true });
});

const withAttribute = (value: string): Uint8Array =>
  stateOf((doc) => {
    const element = elementIn(doc, 'blockMath');
    element.setAttribute('latex', '1');
    element.setAttribute('latex', value);
  });

test('an attribute can be as long as the source of a formula, and no longer', () => {
  expect(why(withAttribute('x'.repeat(MAX_ATTRIBUTE_CHARS)))).toBe('accepted');
  expect(why(withAttribute('x'.repeat(MAX_ATTRIBUTE_CHARS + 1)))).toBe('attribute too long');
});

/** An attribute of any JSON value: Yjs accepts it, though its type allows only strings. */
const attribute = (node: string, name: string, value: unknown): Uint8Array =>
  stateOf((doc) => {
    elementIn(doc, node).setAttribute(name, value as string);
  });

/** Puts these children into an element of that name. */
const inside = (node: string, ...children: (Y.XmlElement | Y.XmlText)[]) =>
  stateOf((doc) => elementIn(doc, node).insert(0, children));

describe('a place', () => {
  const embed = (content: object) => stateOf((doc) => leafIn(doc).insertEmbed(0, content));
  test.each<[what: string, update: Uint8Array, reason: string]>([
    ['a text in the root', stateOf((doc) => text(doc).insert(0, [new Y.XmlText('x')])), 'text in doc'],
    ['a text in a quotation', inside('blockquote', new Y.XmlText('x')), 'text in blockquote'],
    ['a text in a divider', inside('horizontalRule', new Y.XmlText('x')), 'text in horizontalRule'],
    ['a list item in the root', stateOf((doc) => void elementIn(doc, 'listItem')), 'listItem in doc'],
    ['a paragraph in a list', inside('bulletList', new Y.XmlElement('paragraph')), 'paragraph in bulletList'],
    [
      'a paragraph in a paragraph',
      inside('paragraph', new Y.XmlElement('paragraph')),
      'paragraph in paragraph',
    ],
    ['an image in code', inside('codeBlock', new Y.XmlElement('image')), 'image in codeBlock'],
    ['a mention in a paragraph', inside('paragraph', new Y.XmlElement('mention')), 'accepted'],
    ['values in the root', stateOf((doc) => doc.getArray('default').insert(0, [1, 2])), 'values as content'],
    [
      'one value in the root',
      stateOf((doc) => doc.getArray('default').insert(0, ['x'])),
      'values as content',
    ],
    [
      'bytes in the root',
      stateOf((doc) => doc.getArray('default').insert(0, [new Uint8Array(9)])),
      'content 3',
    ],
    ['plain text in the root', stateOf((doc) => doc.getText('default').insert(0, 'x')), 'text in doc'],
    [
      'a mark on the root',
      stateOf((doc) => doc.getText('default').insert(0, 'x', { bold: {} })),
      'mark in doc',
    ],
    [
      'an attribute of the root',
      stateOf((doc) => doc.getMap('default').set('a', 1)),
      'value of an attribute',
    ],
    ['an object in a text', embed({ image: 'x' }), 'content 5'],
    [
      'an element in the title',
      stateOf((doc) => doc.getXmlFragment('title').insert(0, [new Y.XmlText('x')])),
      'text in title',
    ],
    [
      'a mark in the title',
      stateOf((doc) => doc.getText('title').insert(0, 'x', { bold: {} })),
      'mark in title',
    ],
    [
      'the language of the title',
      stateOf((doc) => doc.getText('title').setAttribute('lang', 'cs')),
      'accepted',
    ],
    [
      'an object as language',
      stateOf((doc) => doc.getText('title').setAttribute('lang', { a: 1 })),
      'values as content',
    ],
    [
      'a link of any words',
      stateOf((doc) => leafIn(doc).insert(0, 'x', { link: { href: { a: 1 } } })),
      'accepted',
    ],
    ['a mark of a word', stateOf((doc) => leafIn(doc).insert(0, 'x', { bold: 'x' })), 'value of a mark'],
    ['a mark of a list', stateOf((doc) => leafIn(doc).insert(0, 'x', { bold: [] })), 'value of a mark'],
    [
      'an address of a megabyte',
      stateOf((doc) => leafIn(doc).insert(0, 'x', { link: { href: 'https://a.cz/'.repeat(80_000) } })),
      'value of a mark',
    ],
    ['a text as attribute', attribute('paragraph', 'textAlign', new Y.XmlText('x')), 'content as attribute'],
    ['an object as attribute', attribute('image', 'alt', { a: 1 }), 'values as content'],
    ['a list as attribute', attribute('image', 'alt', ['a']), 'values as content'],
    ['bytes as attribute', attribute('image', 'alt', new Uint8Array(9)), 'content 3'],
    ['an attribute of another node', attribute('paragraph', 'level', 1), 'value of an attribute'],
    ['a heading of level 0', attribute('heading', 'level', 0), 'value of an attribute'],
    ['a heading of level 99', attribute('heading', 'level', 99), 'value of an attribute'],
    ['a heading of half a level', attribute('heading', 'level', 1.5), 'value of an attribute'],
    ['a level in words', attribute('heading', 'level', '1'), 'value of an attribute'],
    ['a formula of a number', attribute('blockMath', 'latex', 7), 'value of an attribute'],
    [
      'an unknown alignment',
      attribute('paragraph', 'textAlign', 'left; color: red'),
      'value of an attribute',
    ],
    ['a cell that spans none', attribute('tableCell', 'colspan', 0), 'value of an attribute'],
    ['a cell that spans half', attribute('tableCell', 'rowspan', 0.5), 'value of an attribute'],
  ])('%s: %s', (_what, update, reason) => expect(why(update)).toBe(reason));

  test('is known without the state only where the update names it', () => {
    const doc = new Y.Doc();
    const quote = elementIn(doc, 'blockquote');
    const base = lintUpdate(Y.encodeStateAsUpdate(doc));
    const before = Y.encodeStateVector(doc);
    quote.insert(0, [new Y.XmlText('x')]);
    const change = Y.encodeStateAsUpdate(doc, before);
    expect(why(change)).toBe('accepted');
    if (!base.ok) throw new Error(base.why);
    expect(lintUpdate(change, { ground: base.places })).toEqual({ ok: false, why: 'text in blockquote' });
    expect(lintUpdate(change, { ground: base.places, folded: true })).toMatchObject({ ok: true });
  });
});

test.each([
  [MAX_ATTRIBUTE_NUMBER, 'accepted'],
  [-MAX_ATTRIBUTE_NUMBER, 'accepted'],
  [0.5, 'accepted'],
  [33.3, 'accepted'],
  [MAX_ATTRIBUTE_NUMBER + 1, 'number too large'],
  [-1e9, 'number too large'],
  [1e30, 'number too large'],
  [1.5e9, 'number too large'],
  [NaN, 'number too large'],
  [Infinity, 'number too large'],
  [10n ** 12n, 'value 122'],
  [[1, [1e9]], 'number too large'],
  [{ of: { width: 1e9 } }, 'number too large'],
])('a width of %s: %s', (value, reason) => {
  expect(why(attribute('image', 'width', value))).toBe(reason);
});

test('numbers in marks are bounded too', () => {
  const marked = (size: number) => stateOf((doc) => leafIn(doc).insert(0, 'x', { highlight: { size } }));
  expect(why(marked(1))).toBe('accepted');
  expect(why(marked(1e9))).toBe('number too large');
});

test.each([
  [MAX_SPAN, 'accepted'],
  [1, 'accepted'],
  [null, 'accepted'],
  [MAX_SPAN + 1, 'too deep or too wide'],
  ['1000000', 'too deep or too wide'],
  [[99_999], 'too deep or too wide'],
])('a cell that spans %j: %s', (value, reason) => {
  for (const name of ['colspan', 'rowspan']) expect(why(attribute('tableCell', name, value))).toBe(reason);
});

test.each([
  [[48], 'accepted'],
  [[0, 120, MAX_COLUMN_WIDTH], 'accepted'],
  [Array.from({ length: MAX_SPAN }, () => 50), 'accepted'],
  [null, 'accepted'],
  [[], 'values as content'],
  [Array.from({ length: MAX_SPAN + 1 }, () => 50), 'values as content'],
  [[MAX_COLUMN_WIDTH + 1], 'values as content'],
  [[-1], 'values as content'],
  [[0.5], 'values as content'],
  [['48'], 'values as content'],
  [[[48]], 'values as content'],
  [[null], 'values as content'],
  [{ 0: 48 }, 'values as content'],
  [48, 'value of an attribute'],
  ['48px', 'value of an attribute'],
])('a cell with the widths %j: %s', (value, reason) => {
  expect(why(attribute('tableCell', 'colwidth', value))).toBe(reason);
  if (Array.isArray(value)) expect(why(attribute('paragraph', 'textAlign', value))).not.toBe('accepted');
});

describe('refuses', () => {
  const cases: [name: string, update: Uint8Array, reason: string][] = [
    ['an unknown root', stateOf((doc) => doc.getText('hidden').insert(0, 'x')), 'unknown root'],
    ['an unknown node', stateOf((doc) => text(doc).insert(0, [new Y.XmlElement('script')])), 'unknown node'],
    ['an unknown mark', stateOf((doc) => leafIn(doc).insert(0, 'x', { blink: {} })), 'unknown mark'],
    ['a subdocument', stateOf((doc) => doc.getMap('default').set('sub', new Y.Doc())), 'content 9'],
    ['a map inside', stateOf((doc) => doc.getMap('default').set('map', new Y.Map())), 'type 1'],
    [
      '__proto__ as attribute',
      stateOf((doc) => doc.getMap('default').set('__proto__', 1)),
      'key not allowed',
    ],
    [
      '__proto__ inside a value',
      stateOf((doc) => doc.getMap('default').set('a', JSON.parse('{"__proto__":{"x":1}}') as object)),
      'key not allowed',
    ],
    ['a tower of elements', stateOf((doc) => nest(text(doc), 200)), 'too deep or too wide'],
    ['bytes after the end', Uint8Array.from([0, 0, 0]), 'bytes after the end'],
    ['a cut update', Y.encodeStateAsUpdate(new Y.Doc()).subarray(0, 1), 'ends early'],
    ['a claim of many clients', Uint8Array.from([0xff, 0xff, 0x03, 0]), 'too many clients'],
    ['an endless integer', new Uint8Array(20).fill(255), 'integer too large'],
  ];
  test.each(cases)('%s', (_name, update, reason) => expect(why(update)).toBe(reason));

  test('a run longer than any document', () => {
    const encoder = encoding.createEncoder();
    for (const value of [1, 1, 5, 7]) encoding.writeVarUint(encoder, value);
    encoding.writeUint8(encoder, 0);
    encoding.writeVarUint(encoder, 2 ** 30);
    encoding.writeVarUint(encoder, 0);
    expect(why(encoding.toUint8Array(encoder))).toBe('length of a run');
  });

  test('more bytes than one update may have', () => {
    expect(why(new Uint8Array(MAX_UPDATE_BYTES + 1))).toBe('too many bytes');
  });
});

test('mutated bytes never throw, and never take long', () => {
  const random = createRandom(11);
  const corpus = realUpdates(3, 120);
  let accepted = 0;
  for (let i = 0; i < 20_000; i++) {
    const update = Uint8Array.from(corpus[Math.floor(random() * corpus.length)]!);
    for (let k = 0; k < 3; k++) update[Math.floor(random() * update.length)] = Math.floor(random() * 256);
    const start = performance.now();
    if (lintUpdate(update).ok) accepted++;
    expect(performance.now() - start).toBeLessThan(2000);
  }
  expect(accepted).toBeGreaterThan(0);
});
