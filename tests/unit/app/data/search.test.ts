import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { searchTexts } from '../../../../src/app/data/search.ts';

const DOCUMENT = '11111111-1111-4111-8111-111111111111';
const THREAD = '22222222-2222-4222-8222-222222222222';

let asked: { name: string; args: object; signal: AbortSignal }[] = [];
let reply: { data: unknown; error: { message: string } | null; status: number };
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: object) => ({
      abortSignal: async (signal: AbortSignal) => (asked.push({ name, args, signal }), reply),
    }),
  }),
}));

beforeEach(() => {
  asked = [];
  reply = { data: [], error: null, status: 200 };
});

const line = (block: number, text: string, path: readonly string[] = []) => ({ block, text, path });

test('nothing is asked for what searches nothing', async () => {
  expect(await searchTexts(' … ', { inTrash: false })).toEqual([]);
  expect(asked).toEqual([]);
});

test('the query goes as words and stems', async () => {
  await searchTexts('smlouvy', { inTrash: true });
  expect(asked[0]).toMatchObject({ name: 'search_texts', args: { p_in_trash: true } });
  expect(asked[0]!.args).toMatchObject({ p_query: expect.stringContaining("'s:smlouv'") as unknown });
});

test('lines become passages with marks, their block and the headings above the first', async () => {
  const lines = [line(3, 'Něco jiného', ['Úvod']), line(7, 'Smlouva o dílo', ['Úvod', 'Předmět'])];
  reply = { ...reply, data: [{ document: DOCUMENT, title: 'T', comment: null, lines }] };
  expect(await searchTexts('smlouvy o dilo', { inTrash: false })).toEqual([
    {
      documentId: DOCUMENT,
      title: 'T',
      headings: ['Úvod', 'Předmět'],
      passages: [
        {
          text: 'Smlouva o dílo',
          marks: [
            [0, 7],
            [10, 14],
          ],
          block: 7,
          isWhole: true,
        },
      ],
      isTrashed: false,
    },
  ]);
});

test('a comment names its thread, and a title may be all that was found', async () => {
  reply = {
    ...reply,
    data: [
      { document: DOCUMENT, title: 'Dílo', comment: null, lines: [] },
      { document: DOCUMENT, title: 'Dílo', comment: THREAD, lines: [line(0, 'Pěkné dílo')] },
    ],
  };
  const [text, comment] = await searchTexts('dilo', { inTrash: false });
  expect(text).toMatchObject({ headings: [], passages: [] });
  expect(text).not.toHaveProperty('comment');
  expect(comment).toMatchObject({ comment: THREAD, passages: [{ text: 'Pěkné dílo' }] });
});

test('a search can be given up, and a refusal is thrown', async () => {
  const given = new AbortController();
  await searchTexts('dilo', { inTrash: false }, given.signal);
  given.abort();
  expect(asked[0]!.signal.aborted).toBe(true);
  reply = { data: null, error: { message: 'rate_limited' }, status: 429 };
  await expect(searchTexts('dilo', { inTrash: false })).rejects.toThrow(ApiError);
});
