// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import { NEW_THREAD, openDrafts } from '../../../../../src/app/comments/drafts.ts';
import { loseComments } from '../../../../../src/app/pages/document/comments/lose-comments.ts';
import { listKept, openCommentStorage } from '../../../../../src/app/room/comments/kept-comments.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const DOCUMENT = '33333333-3333-4333-8333-333333333333';
const OTHER = '44444444-4444-4444-8444-444444444444';
const THREAD = '55555555-5555-4555-8555-555555555555';
const ANCHOR = { kind: 'text', units: '1 0 3', quote: 'budget', before: '', after: '', heading: '' } as const;

const say = (text: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const wait = (documentId: string, comment: string, refused: string | null): void => {
  openCommentStorage(window, ANNA, documentId).write({
    thread: THREAD,
    comment,
    anchor: null,
    body: say('Waiting'),
    assignee: null,
    title: 'Plan',
    quote: 'budget',
    atMs: 1,
    refused,
    isTried: true,
    isEdited: false,
  });
};

beforeEach(() => localStorage.clear());

test('waiting comments and drafts of a lost document stay with the reason, those of others as they are', () => {
  wait(DOCUMENT, '66666666-6666-4666-8666-666666666666', null);
  wait(DOCUMENT, '77777777-7777-4777-8777-777777777777', 'too_large');
  wait(OTHER, '88888888-8888-4888-8888-888888888888', null);
  const describe = () => ({ title: 'Plan', quote: 'budget' });
  const drafts = openDrafts(() => localStorage, ANNA, DOCUMENT, describe);
  drafts.keep(NEW_THREAD, { body: say('New'), anchor: ANCHOR, assignee: null });
  drafts.keep(THREAD, { body: say('Reply'), anchor: null, assignee: null });
  openDrafts(() => localStorage, ANNA, OTHER).keep(THREAD, {
    body: say('Other'),
    anchor: null,
    assignee: null,
  });

  loseComments(ANNA, DOCUMENT, 'forbidden');
  loseComments(ANNA, DOCUMENT, 'forbidden');
  const kept = listKept(ANNA).map(({ documentId, body, refused, anchor, title, quote }) => ({
    words: JSON.stringify(body).replace(/.*"text":"([^"]*)".*/, '$1'),
    refused,
    documentId,
    quote: anchor?.quote ?? quote,
    title,
  }));
  const lost = { documentId: DOCUMENT, refused: 'forbidden', title: 'Plan', quote: 'budget' };
  expect(kept.toSorted((a, b) => (a.words + a.refused < b.words + b.refused ? -1 : 1))).toEqual([
    { ...lost, words: 'New' },
    { ...lost, words: 'Reply' },
    { ...lost, words: 'Waiting' },
    { ...lost, words: 'Waiting', documentId: OTHER, refused: null },
    { ...lost, words: 'Waiting', refused: 'too_large' },
  ]);
  expect(openDrafts(() => localStorage, ANNA, DOCUMENT).read(THREAD)).toBeNull();
  expect(openDrafts(() => localStorage, ANNA, OTHER).read(THREAD)).not.toBeNull();
});

test('a draft that the browser does not store elsewhere stays a draft', () => {
  const drafts = openDrafts(() => localStorage, ANNA, DOCUMENT);
  drafts.keep(THREAD, { body: say('Reply'), anchor: null, assignee: null });
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    loseComments(ANNA, DOCUMENT, 'gone');
  } finally {
    Storage.prototype.setItem = setItem;
  }
  expect(openDrafts(() => localStorage, ANNA, DOCUMENT).read(THREAD)).not.toBeNull();
});
