import { expect, test } from 'vitest';
import { commentBody, MAX_BODY_BYTES } from '#contract/comments/comment-body.ts';
import type { ArrivingThread } from '#contract/formats/arriving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { placeThreads } from '../../../../src/app/formats/place-threads.ts';

const NOW = new Date(5);
const thread = (id: string, ...content: DocumentNode[]): ArrivingThread => ({
  id,
  isResolved: false,
  comments: [{ author: 'Jana\nNová ', at: null, content }],
});
const paragraph = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test('a thread has its place, its author as the file names them, and a time', () => {
  const { threads, losses } = placeThreads(
    [thread('1', paragraph('Ano'))],
    new Map([['1', { from: 1, to: 2 }]]),
    NOW,
  );
  expect(threads).toEqual([
    {
      isResolved: false,
      range: { from: 1, to: 2 },
      comments: [{ author: 'Jana Nová', at: NOW, body: { type: 'doc', content: [paragraph('Ano')] } }],
    },
  ]);
  expect(losses).toEqual([]);
});

test('what comments here cannot have becomes text; a text that is too long is cut, which is a loss', () => {
  const table = {
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('a')] }] }],
  };
  const long = placeThreads(
    [thread('1', table), thread('2', paragraph('\u{1F600}'.repeat(5000)))],
    new Map(),
    NOW,
  );
  for (const { comments } of long.threads) {
    const { body } = comments[0]!;
    expect(commentBody.safeParse(body).success).toBe(true);
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  }
  expect(long.losses).toMatchObject([{ kind: 'comment', severity: 'simplified', count: 1 }]);
});

test('more threads than a document may have are a loss', () => {
  const many = Array.from({ length: 502 }, (_, at) => thread(`${at}`, paragraph('a')));
  const { threads, losses } = placeThreads(many, new Map(), NOW);
  expect(threads).toHaveLength(500);
  expect(losses).toMatchObject([{ kind: 'comment', severity: 'lost', count: 2 }]);
});
