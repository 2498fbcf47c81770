// @vitest-environment jsdom
/** Which threads a version shows, and at which of its text. */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { ShownThread } from '../../../../../src/app/room/comments/show-threads.ts';
import { threadsOfVersion, type Moment } from '../../../../../src/app/room/comments/threads-of-version.ts';
import { CommentedPage, cut, select, textAt, type TestThread } from '../../../../support/commented-page.ts';
import { paste, typeText } from '../../../../support/editors.ts';
import { ANN, body, id } from './comment-world.ts';

const TEXT =
  '<p>The first paragraph stands here.</p><p>Alpha beta gamma delta epsilon.</p><p>And the last one ends it.</p>';
const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-21T12:00:00Z');

let page: CommentedPage;
afterEach(() => page.close());

const shown = (thread: TestThread, more: Partial<ShownThread> = {}): ShownThread => ({
  ...thread,
  version: 1,
  is_resolved: false,
  resolved_by: null,
  resolved_at: null,
  assignee: null,
  created_by: ANN,
  created_at: new Date(NOON),
  comments: [remark('first', 0)],
  unsent: null,
  unsentComments: new Map(),
  ...more,
});

const remark = (name: string, minutes: number): ShownThread['comments'][number] => ({
  id: id(name),
  author: ANN,
  body: body(name),
  created_at: new Date(NOON + minutes * MINUTE_MS),
  edited_at: null,
  file_author: null,
  reactions: [],
});

const at = (seq: number, more: Partial<Moment> = {}): Moment => ({
  seq,
  untilMs: NOON + 30 * MINUTE_MS,
  wanted: null,
  ...more,
});

/** The threads of a row of the log, each with its text there. */
function look(thread: ShownThread, moment: Moment) {
  const doc = page.version(moment.seq);
  const found = threadsOfVersion([Y.encodeStateAsUpdate(doc)], [thread], moment, page.ofAnna.placeOf);
  return found.map((one) => ({ ...one, text: textAt({ doc }, { state: 'exact', ranges: one.painted }) }));
}

const textsAt = (thread: TestThread, seq: number): string[] =>
  look(shown(thread), at(seq)).map(({ text }) => text);

test('a version shows the threads of which text lives in it, whatever became of that text later', () => {
  page = new CommentedPage(TEXT);
  const thread = page.comment('beta gamma');
  const written = page.rows.length;
  select(page.anna, 'beta gamma', 4, 4);
  typeText(page.anna, '!');
  const typed = page.rows.length;
  select(page.anna, 'Alpha beta! gamma delta epsilon.');
  page.anna.editor.commands.deleteSelection();
  const gone = page.rows.length;
  expect([written, typed, gone].map((seq) => textsAt(thread, seq))).toEqual([
    ['beta gamma'],
    ['beta! gamma'],
    [],
  ]);
});

test('a version has the text that was cut and pasted, as the fold or the open page found it', () => {
  page = new CommentedPage(TEXT);
  const thread = page.comment('beta gamma');
  const before = page.rows.length;
  select(page.anna, 'beta gamma');
  const html = cut(page.anna);
  select(page.anna, 'last', 0, 0);
  paste(page.anna, { html });
  const after = page.rows.length;
  for (const isFolded of [false, true]) {
    if (isFolded) page.fold();
    expect([before, after].map((seq) => textsAt(thread, seq))).toEqual([['beta gamma'], ['beta gamma']]);
  }
});

test('a thread about the document is shown without a place, an image with its unit', () => {
  page = new CommentedPage(`${TEXT}<hr>`);
  const whole = shown(page.comment('', 'document'));
  const line = shown(page.comment('horizontalRule', 'node'));
  const seq = page.rows.length;
  expect(look(whole, at(seq))).toMatchObject([{ painted: [], place: { state: 'exact', ranges: [] } }]);
  expect(look(line, at(seq))).toMatchObject([{ painted: [{ length: 1 }] }]);
});

test('threads and replies that came later are left out, and replies are counted', () => {
  page = new CommentedPage(TEXT);
  const early = page.rows.length;
  select(page.anna, 'last', 0, 0);
  typeText(page.anna, 'very ');
  const thread = shown(page.comment('beta gamma'), {
    comments: [remark('first', 0), remark('soon', 20), remark('next day', 2000)],
  });
  const late = { untilMs: NOON - MINUTE_MS };
  expect(look(thread, at(early, late))).toEqual([]);
  // Named in the middle of the writing, and commented on before the next change.
  expect(look(thread, at(page.rows.length, late))).toMatchObject([{ later: 2 }]);
  const [found] = look(thread, at(page.rows.length));
  expect(found).toMatchObject({ later: 1, thread: { comments: [{}, { id: id('soon') }] } });
  // Attached to other text later: the clock tells that it was there.
  expect(look(thread, at(early))).toHaveLength(1);
});

test('a thread that was resolved later is open, one that was resolved before is not shown', () => {
  page = new CommentedPage(TEXT);
  const resolved = (minutes: number): ShownThread =>
    shown(page.comment('beta gamma'), {
      is_resolved: true,
      resolved_by: ANN,
      resolved_at: new Date(NOON + minutes * MINUTE_MS),
    });
  const seq = page.rows.length;
  expect(look(resolved(40), at(seq))).toMatchObject([{ thread: { is_resolved: false, resolved_by: null } }]);
  expect(look(resolved(20), at(seq))).toEqual([]);
  const asked = resolved(20);
  expect(look(asked, at(seq, { wanted: asked.id }))).toMatchObject([{ thread: { is_resolved: true } }]);
});

test('a thread that was not sent yet is in no version', () => {
  page = new CommentedPage(TEXT);
  expect(look(shown(page.comment('beta gamma'), { unsent: 'waiting' }), at(page.rows.length))).toEqual([]);
});
