// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { LeavingThread } from '#contract/formats/leaving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { all, openDocx, textOf } from './open-docx.ts';
import { body, cell, leavingText, node, p, row, text, thread, AT } from './sample.ts';

async function read(content: readonly DocumentNode[], threads: readonly LeavingThread[]) {
  const { bytes, losses } = await writeDocx(leavingText(content, { threads }));
  const docx = openDocx(bytes);
  return { docx, losses, document: docx.part('word/document.xml') };
}

/** The text between the beginning and the end of a comment, with a bar where its reference stands. */
function commented(document: Document, id: number): string {
  let [within, isInside] = ['', false];
  for (const element of document.getElementsByTagName('*')) {
    const isOwn = element.getAttribute('w:id') === String(id);
    if (isOwn && element.tagName === 'w:commentRangeStart') isInside = true;
    if (isOwn && element.tagName === 'w:commentRangeEnd') isInside = false;
    if (isOwn && element.tagName === 'w:commentReference') within += '|';
    if (isInside && element.tagName === 'w:t') within += element.textContent;
  }
  return within;
}

test('a thread is a comment with its answers, by their authors and times', async () => {
  const { docx, document } = await read(
    [p('Ahoj světe')],
    [
      thread(
        [{ from: 6, to: 11 }],
        [
          ['Jana Nováková', 'Proč?'],
          ['Petr', 'Proto'],
        ],
      ),
    ],
  );
  const comments = all(docx.part('word/comments.xml'), 'w:comment');
  expect(
    comments.map((one) => [one.getAttribute('w:author'), one.getAttribute('w:initials'), textOf(one)]),
  ).toEqual([
    ['Jana Nováková', 'JN', 'Proč?'],
    ['Petr', 'P', 'Proto'],
  ]);
  expect(new Date(comments[0]!.getAttribute('w:date')!)).toEqual(AT);
  expect([commented(document, 0), commented(document, 1)]).toEqual(['světe|', 'světe|']);
  expect(all(document, 'w:p').slice(1).map(textOf)).toEqual(['Ahoj světe']);
});

test('answers name their parent, and resolved threads are done, by the ids of their paragraphs', async () => {
  const { docx } = await read(
    [p('Ahoj světe')],
    [
      thread(
        [{ from: 1, to: 5 }],
        [
          ['A', 'a'],
          ['B', 'b'],
        ],
      ),
      thread([{ from: 6, to: 11 }], [['C', 'c']], { isResolved: true }),
    ],
  );
  const ids = all(docx.part('word/comments.xml'), 'w:comment').map((one) =>
    all(one, 'w:p').at(-1)!.getAttribute('w14:paraId'),
  );
  const rows = all(docx.part('word/commentsExtended.xml'), 'w15:commentEx').map((one) =>
    ['paraId', 'paraIdParent', 'done'].map((name) => one.getAttribute(`w15:${name}`)),
  );
  expect(rows).toEqual([
    [ids[0], null, '0'],
    [ids[1], ids[0], '0'],
    [ids[2], null, '1'],
  ]);
  const relations = all(docx.part('word/_rels/document.xml.rels'), 'Relationship').map((one) =>
    one.getAttribute('Target'),
  );
  expect(relations.filter((target) => target === 'commentsExtended.xml')).toHaveLength(1);
  expect(docx.xmlOf('[Content_Types].xml').split('commentsExtended.xml')).toHaveLength(2);
});

test('a thread that is resolved without an answer is done too', async () => {
  const { docx } = await read([p('a')], [thread([{ from: 1, to: 2 }], [['A', 'a']], { isResolved: true })]);
  expect(all(docx.part('word/commentsExtended.xml'), 'w15:commentEx')[0]?.getAttribute('w15:done')).toBe('1');
});

test('a file without comments has no parts for them', async () => {
  const { docx } = await read([p('a')], [thread([{ from: 1, to: 2 }], [['A', null]])]);
  expect(docx.names.filter((name) => name.includes('comments'))).toEqual([]);
});

const image = { type: 'image', attrs: { alt: 'obr' } };

test.each([
  ['crosses blocks', [p('abc'), p('def')], [{ from: 2, to: 8 }], 'bcde|'],
  [
    'has a range in each block',
    [p('abc'), p('def')],
    [
      { from: 1, to: 4 },
      { from: 6, to: 9 },
    ],
    'abcdef|',
  ],
  ['is wider than the text', [p('abc')], [{ from: 0, to: 5 }], 'abc|'],
  ['ends in an empty paragraph', [p('abc'), p()], [{ from: 2, to: 6 }], 'bc|'],
  ['crosses cells', [node('table', {}, row(cell({}, 'ab'), cell({}, 'cd')))], [{ from: 5, to: 11 }], 'bc|'],
  ['is about a picture', [p('a'), image, p('b')], [{ from: 3, to: 4 }], '[Obrázek: obr]|'],
  [
    'is within a link',
    [p(text('abc', { type: 'link', attrs: { href: 'https://a.cz' } }))],
    [{ from: 2, to: 3 }],
    'b|',
  ],
  ['cuts a pair of surrogates', [p('a🙂b')], [{ from: 3, to: 5 }], '🙂b|'],
  ['is about code', [node('codeBlock', {}, 'ab\ncd')], [{ from: 2, to: 5 }], 'bc|'],
])('a comment that %s', async (_, content, ranges, expected) => {
  const { document, losses } = await read(content, [thread(ranges, [['A', 'a']])]);
  expect(commented(document, 0)).toBe(expected);
  expect(losses.filter(({ kind }) => kind === 'comment')).toEqual([]);
});

test('of two places with text between them the first stays, as a loss', async () => {
  const ranges = [
    { from: 7, to: 8 },
    { from: 1, to: 2 },
  ];
  const { document, losses } = await read([p('abcdefgh')], [thread(ranges, [['A', 'a']])]);
  expect(commented(document, 0)).toBe('a|');
  expect(losses).toMatchObject([{ kind: 'comment', severity: 'changed', example: 'slova' }]);
});

test('threads overlap', async () => {
  const { document } = await read(
    [p('abcdef')],
    [
      thread([{ from: 1, to: 5 }], [['A', 'a']]),
      thread([{ from: 3, to: 7 }], [['B', 'b']]),
      thread([{ from: 1, to: 3 }], [['C', 'c']]),
    ],
  );
  expect([0, 1, 2].map((id) => commented(document, id))).toEqual(['abcd|', 'cdef|', 'ab|']);
});

test.each([[[]], [[{ from: 2, to: 2 }]], [[{ from: 4, to: 6 }]], [[{ from: 90, to: 99 }]]])(
  'a thread without text (%j) stands at its quote below the text',
  async (ranges) => {
    const { document } = await read([p('abc'), p()], [thread(ranges, [['A', 'a']])]);
    const lines = all(document, 'w:p').map(textOf);
    expect(lines.slice(-2)).toEqual(['Komentáře ke smazanému textu', 'slova']);
    expect(commented(document, 0)).toBe('slova|');
  },
);

test('a deleted comment leaves a note, as others answer it', async () => {
  const { docx } = await read(
    [p('abc')],
    [
      thread(
        [{ from: 1, to: 2 }],
        [
          ['A', null],
          ['B', 'b'],
        ],
      ),
    ],
  );
  expect(all(docx.part('word/comments.xml'), 'w:comment').map(textOf)).toEqual(['Komentář byl smazán', 'b']);
});

test('the text of a comment keeps its format, links and lists', async () => {
  const link = { type: 'link', attrs: { href: 'https://a.cz/' } };
  const list = node('orderedList', {}, node('listItem', {}, p('x')), node('listItem', {}, p('y')));
  const comments = [{ author: 'A', at: AT, body: body(p(text('a', 'bold'), text('b', link)), list) }];
  const { docx, losses } = await read([p('abc')], [{ ...thread([{ from: 1, to: 2 }], []), comments }]);
  const lines = all(docx.part('word/comments.xml'), 'w:p');
  expect(lines.map(textOf)).toEqual(['ab', '1. x', '2. y']);
  expect(all(lines[0]!, 'w:b')).toHaveLength(1);
  const [relation] = all(docx.part('word/_rels/comments.xml.rels'), 'Relationship');
  expect(relation?.getAttribute('Target')).toBe('https://a.cz/');
  expect(all(lines[0]!, 'w:hyperlink')[0]?.getAttribute('r:id')).toBe(relation?.getAttribute('Id'));
  expect(losses).toMatchObject([{ kind: 'comment', severity: 'simplified' }]);
});

test('names and texts of people cannot leave their place', async () => {
  const evil = '"><w:p/>\0\u0007]]>&\ud800';
  const { docx, document } = await read(
    [p('abc'), p()],
    [thread([{ from: 1, to: 2 }], [[evil, evil]]), thread([], [['', evil]], { quote: evil })],
  );
  const comments = all(docx.part('word/comments.xml'), 'w:comment');
  expect(comments.map((one) => one.getAttribute('w:author'))).toEqual(['"><w:p/>]]>&', '?']);
  expect(comments.map(textOf)).toEqual(['"><w:p/>]]>&', '"><w:p/>]]>&']);
  expect(textOf(all(document, 'w:p').at(-1)!)).toBe('"><w:p/>]]>&');
});
