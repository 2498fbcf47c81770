/** An archive in the dialog of imports. */
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { anchorsAt } from '../../../../../src/app/documents/anchors-at.ts';
import { placeNodes } from '../../../../../src/app/editor/in/place-nodes.ts';
import { placeThreads } from '../../../../../src/app/formats/place-threads.ts';
import { readFile } from '../../../../../src/app/formats/read-file.ts';
import { block, p, text } from '../../../../support/document-nodes.ts';
import { id, pack, picturePath, PIXEL, take, zipOf } from './archive-world.ts';

const TOOLS = { renderMarkdown: () => [], changes: 'accept', onProgress: () => undefined } as const;
const NODES = [
  p('Hello ', text('bold', 'bold')),
  { type: 'image', attrs: { src: picturePath(1), alt: 'Mapa' } },
  p('The end'),
];

const zip = async () =>
  zipOf([
    await pack(take({ number: 1, title: 'Plan', nodes: NODES, commented: 'bold' })),
    await pack(take({ number: 2, title: 'Notes', nodes: [p('Notes')] })),
  ]);

async function read(bytes: Uint8Array) {
  const result = await readFile('Spolu documents.zip', bytes, TOOLS);
  if (!result.ok) throw new Error(result.code);
  return result;
}

test('its documents are read from their states, not from the texts beside them', async () => {
  const { files, bad } = await read(await zip());
  expect(bad).toEqual([]);
  expect(files.map(({ text: { title }, index, changes }) => [title, index, changes])).toEqual([
    ['Plan', 0, null],
    ['Notes', 1, null],
  ]);
  const path = `${id(0)}/${id(1)}.png`;
  const placed = placeNodes(files[0]!.text.nodes!, new Map([[`${id(501)}.png`, path]]));
  expect(placed.nodes).toEqual([NODES[0], { type: 'image', attrs: { src: path, alt: 'Mapa' } }, NODES[2]]);
  expect([...placed.threads.values()]).toEqual([{ from: 6, to: 10 }]);
  expect(files[0]!.text.pictures).toEqual(new Map([[`${id(501)}.png`, PIXEL]]));
});

test('its documents keep the folders they were in', async () => {
  const packed = [
    await pack(take({ number: 1, title: 'Plan', nodes: [p('a')] })),
    await pack(take({ number: 2, title: 'Notes', nodes: [p('b')] })),
    await pack(take({ number: 3, title: 'Letter', nodes: [p('c')] })),
  ];
  const places = new Map([
    [id(1), 'Práce'],
    [
      id(3),
      ` ${'x'.repeat(100)}
`,
    ],
  ]);
  const { files } = await read(await zipOf(packed, places));
  expect(files.map(({ place }) => place)).toEqual(['Práce', undefined, 'x'.repeat(80)]);
});

const TABLE = block(
  'table',
  block('tableRow', block('tableCell', p('first')), block('tableCell', p('last'))),
);

test.each([
  ['image', 'Mapa'],
  ['table', 'firstlast'],
  ['blockMath', 'x^2'],
  ['horizontalRule', ''],
])('a comment on a block comes back at the %s', async (name, quote) => {
  const nodes = [
    p('Hello'),
    { type: 'image', attrs: { src: picturePath(1), alt: 'Mapa' } },
    TABLE,
    { type: 'blockMath', attrs: { latex: 'x^2' } },
    { type: 'horizontalRule' },
    p('Mapa'),
  ];
  const taken = take({ number: 1, title: 'Plan', nodes, commented: 'Hello', commentedBlock: name });
  const { files } = await read(await zipOf([await pack(taken)]));
  const { text: arrived } = files[0]!;
  const path = picturePath(1);
  const placed = placeNodes(arrived.nodes!, new Map([[`${id(501)}.png`, path]]));
  expect(placed.nodes).toEqual(nodes);
  const { threads } = placeThreads(arrived.threads, placed.threads, new Date());
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    writeDocument(placed.nodes)
      .toArray()
      .map((one) => one.clone()) as Y.XmlElement[],
  );
  expect(anchorsAt(doc, threads, 1).map(({ anchor }) => [anchor.kind, anchor.quote])).toEqual([
    ['text', 'Hello'],
    ['node', quote],
  ]);
});

test('a picture that no document may have is a loss', async () => {
  const { files } = await read(await zip());
  const placed = placeNodes(files[0]!.text.nodes!, new Map());
  expect(placed.nodes).toEqual([NODES[0], NODES[2]]);
  expect(placed.losses).toMatchObject([{ kind: 'picture', severity: 'lost', count: 1 }]);
});

test('what the schema refuses is filled, or becomes its text; a refused link becomes its text', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const { nodes, losses } = placeNodes(
    [
      { type: 'paragraph', content: [{ type: 'text', text: 'click', marks: [link] }] },
      block('bulletList', block('listItem', TABLE)),
      block('details', block('detailsSummary', text('a')), block('detailsSummary', text('b'))),
    ],
    new Map(),
  );
  expect(nodes.map((node) => [node.type, plainText(node).replaceAll(/\s+/g, ' ').trim()])).toEqual([
    ['paragraph', 'click'],
    ['bulletList', 'first last'],
    ['paragraph', 'a'],
    ['paragraph', 'b'],
  ]);
  expect(nodes[0]!.content![0]!.marks).toEqual([]);
  expect(losses.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['link', 'simplified'],
    ['unknown', 'simplified'],
  ]);
});

test('changed files are named, and an unreadable document once', async () => {
  const files = unzipSync(await zip());
  const folder = 'Plan (00000000)/';
  const changed = {
    ...files,
    [`${folder}state.yjs`]: Uint8Array.of(1),
    'Notes (00000000)/text.md': Uint8Array.of(1),
  };
  expect((await read(zipSync(changed))).bad).toEqual([
    { ok: false, code: 'damaged_document', part: 'Plan (00000000)' },
    { ok: false, code: 'changed', part: 'Notes (00000000)/text.md' },
  ]);
});
