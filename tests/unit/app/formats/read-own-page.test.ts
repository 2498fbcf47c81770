// @vitest-environment jsdom
/** Comments of a page that was downloaded here come back to their places. */
import { expect, test } from 'vitest';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { LeavingText, LeavingThread } from '#contract/formats/leaving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readBlocks } from '../../../../src/app/editor/in/read-blocks.ts';
import { writePage } from '../../../../src/app/editor/out/write-page.ts';
import { documentSchema } from '../../../../src/app/editor/schema/document-schema.ts';
import { placeThreads } from '../../../../src/app/formats/place-threads.ts';
import { readFile } from '../../../../src/app/formats/read-file.ts';
import { block, p, text } from '../../../support/document-nodes.ts';
import { leavingText, thread } from './docx/sample.ts';

const schema = documentSchema();
const PATH = '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.png';
const NOW = new Date('2026-11-29T12:00:00Z');

const written = async (doc: readonly DocumentNode[], more: Partial<LeavingText>): Promise<string> => {
  const loadPicture = () => Promise.resolve({ bytes: Uint8Array.of(1), type: 'image/png' });
  const { bytes } = await writePage(leavingText(doc, { loadPicture, ...more }));
  return new TextDecoder().decode(bytes);
};

async function read(page: string) {
  const file = await readFile('page.html', new TextEncoder().encode(page), {
    renderMarkdown: () => [],
    changes: 'accept',
    onProgress: () => undefined,
  });
  if (!file.ok) throw new Error(file.code);
  const { text: arrived, source } = file.files[0]!;
  const steps = readBlocks(
    { blocks: arrived.blocks, source },
    { schema, pictures: new Map([['data-1', PATH]]), writeLatex: () => '' },
  );
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { nodes, threads: ranges, losses } = step.value;
  schema.nodeFromJSON({ type: 'doc', content: nodes }).check();
  const { threads } = placeThreads(arrived.threads, ranges, NOW);
  return { nodes, threads, losses: [...arrived.losses, ...losses] };
}

const there = async (doc: readonly DocumentNode[], threads: readonly LeavingThread[]) =>
  read(await written(doc, { threads }));

/** As the offsets of threads count: no line breaks between blocks. */
const textOf = (nodes: readonly DocumentNode[]): string =>
  nodes.map((node) => node.text ?? (node.type === 'hardBreak' ? '\n' : textOf(childrenOf(node)))).join('');

test('threads come back to their words, with authors, times, replies and states', async () => {
  const doc = [
    p('First and ', text('second', 'bold'), ' word'),
    block('blockquote', p('quoted'), p('more')),
    block('bulletList', block('listItem', p('item'))),
  ];
  const { nodes, threads, losses } = await there(doc, [
    thread(
      [{ from: 7, to: 17 }],
      [
        ['Jana <b>', 'Why & how?'],
        ['Petr', 'Because.'],
      ],
      { isResolved: true },
    ),
    thread([{ from: 1, to: 6 }], [['Eva', 'One']]),
    thread([{ from: 13, to: 30 }], [['Ota', 'Over two blocks']]),
    thread([], [['Iva', 'All of it']]),
  ]);
  expect(nodes.map((node) => plainText(node))).toEqual(doc.map((node) => plainText(node)));
  const words = textOf(nodes);
  expect(
    threads.map(({ isResolved, range, comments }) => [
      range && words.slice(range.from, range.to),
      isResolved,
      ...comments.map(({ author, body }) => `${author}: ${plainText(body as DocumentNode)}`),
    ]),
  ).toEqual([
    ['First', false, 'Eva: One'],
    ['and second', true, 'Jana <b>: Why & how?', 'Petr: Because.'],
    ['cond wordquote', false, 'Ota: Over two blocks'],
    [null, false, 'Iva: All of it'],
  ]);
  expect(threads[0]!.comments[0]!.at).toEqual(new Date('2026-03-01T08:30:00Z'));
  expect(losses).toEqual([]);
});

test('a comment keeps its paragraphs, lists, formats and links; a mention is a name; a deleted one is gone', async () => {
  const formatted: CommentBody['content'] = [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'x < y', marks: [{ type: 'code' }] },
        { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://a.cz/?x=1&y=2' } }] },
      ],
    },
    {
      type: 'orderedList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] },
      ],
    },
    { type: 'paragraph' },
  ];
  const mention: CommentBody['content'] = [
    { type: 'paragraph', content: [{ type: 'mention', attrs: { id: PATH.slice(0, 36), label: 'Jana' } }] },
  ];
  const one = thread([{ from: 1, to: 2 }], [['Jana', '']]);
  const said = (body: CommentBody | null) => ({ author: 'Jana', at: NOW, body });
  const bodies: CommentBody[] = [formatted, mention].map((content) => ({ type: 'doc', content }));
  const { threads } = await there([p('abc')], [{ ...one, comments: [...bodies, null].map(said) }]);
  expect(threads[0]!.comments.map(({ body }) => body.content)).toEqual([formatted, [p('@Jana')]]);
});

test('a thread may end between two items, or behind code', async () => {
  const list = block('bulletList', block('listItem', p('one')), block('listItem', p('two')));
  const { nodes, threads } = await there(
    [list, block('codeBlock', text('code'))],
    [thread([{ from: 3, to: 8 }], [['Eva', 'A']]), thread([{ from: 10, to: 22 }], [['Eva', 'B']])],
  );
  const [{ content }] = nodes as [DocumentNode];
  expect(content).toHaveLength(2);
  const words = textOf(nodes);
  expect(threads.map(({ range }) => words.slice(range!.from, range!.to))).toEqual(['one', 'twocode']);
});

const PICTURE: DocumentNode = { type: 'image', attrs: { src: PATH, alt: 'Map' } };
const TABLE = block('table', block('tableRow', block('tableCell', p('one')), block('tableCell', p('two'))));
const FORMULA: DocumentNode = { type: 'blockMath', attrs: { latex: 'x' } };

test.each([
  ['a picture', [p('a'), PICTURE, p('b')], { from: 3, to: 4 }, 0],
  ['a table', [p('a'), TABLE, p('b')], { from: 3, to: 21 }, 0],
  ['a formula', [PICTURE, FORMULA, p('b')], { from: 1, to: 2 }, 1],
  ['a line', [p('a'), { type: 'horizontalRule' }, PICTURE], { from: 3, to: 4 }, 0],
  ['a picture in a list', [block('bulletList', block('listItem', p('a'), PICTURE))], { from: 5, to: 6 }, 0],
])('a comment on %s comes back at it', async (_name, doc, range, at) => {
  const { nodes, threads, losses } = await there(doc, [thread([range], [['Eva', 'See']])]);
  expect(nodes.map(({ type }) => type)).toEqual(doc.map(({ type }) => type));
  expect(textOf(nodes)).toBe(textOf(doc));
  expect(threads).toMatchObject([{ range: { block: at } }]);
  expect(losses).toEqual([]);
});

test('a thread over several places stands over what is between them, which is said', async () => {
  const { nodes, threads, losses } = await there(
    [p('one two three')],
    [
      thread(
        [
          { from: 1, to: 4 },
          { from: 9, to: 14 },
        ],
        [['Eva', 'Both']],
      ),
    ],
  );
  expect(textOf(nodes).slice(threads[0]!.range!.from, threads[0]!.range!.to)).toBe('one two three');
  expect(losses).toMatchObject([{ kind: 'comment', severity: 'changed', count: 1 }]);
});

test('a place that was edited away, or comments that cannot be read, are told as losses', async () => {
  const page = await written([p('one two')], { threads: [thread([{ from: 1, to: 4 }], [['Eva', 'Both']])] });
  const bare = await read(page.replaceAll(/<\/?span[^>]*>|<a id="place[^>]*><\/a>/g, ''));
  expect(bare.threads).toMatchObject([{ range: null }]);
  expect(bare.losses).toMatchObject([{ kind: 'comment', severity: 'changed', count: 1 }]);
  const broken = await read(page.replace('</aside>', ''));
  expect(broken.threads).toEqual([]);
  expect(textOf(broken.nodes)).toBe('one two');
  expect(broken.losses).toMatchObject([{ kind: 'comment', severity: 'lost', count: 1 }]);
});

test('no page writes in the name of a member, nor has marks that no comment has', async () => {
  const page = await written([p('one')], { threads: [thread([{ from: 1, to: 4 }], [['Eva', 'Both']])] });
  const evil = page
    .replace('<strong>Eva</strong>', '<strong data-id="x">Eva<script>1</script></strong>')
    .replace('Both', '<a href="javascript:alert(1)">Both</a><img src="x" onerror="1"></img>')
    .replace('data-comments="1"', 'data-comments="1 77 x"');
  const { threads } = await read(evil);
  expect(threads[0]!.comments).toMatchObject([
    { author: 'Eva1', body: { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Both' }] }] } },
  ]);
});

test('an empty paragraph stays where the thread of a text before it ends', async () => {
  const doc = [
    block('taskList', { ...block('taskItem', p('letters'), p()), attrs: { checked: false } }),
    p('last'),
  ];
  const { nodes, threads } = await there(doc, [thread([{ from: 5, to: 13 }], [['Eva', 'One']])]);
  const [, empty] = childrenOf(childrenOf(nodes[0]!)[0]!);
  expect(empty).toMatchObject({ type: 'paragraph' });
  expect(threads.map(({ range }) => range)).toEqual([{ from: 2, to: 7 }]);
});
