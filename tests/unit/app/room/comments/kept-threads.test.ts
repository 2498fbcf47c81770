import { expect, test, vi } from 'vitest';
import type { ThreadsReply } from '#contract/comments/thread.ts';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import type { CommentApi } from '../../../../../src/app/data/comments.ts';
import { withKeptThreads } from '../../../../../src/app/room/comments/kept-threads.ts';

const reply = (version: number, ids: readonly string[], removed: readonly string[] = []): ThreadsReply =>
  ({
    version,
    threads: ids.map((id) => ({ id })),
    removed,
    people: [{ id: 'ann', name: 'Ann' }],
  }) as unknown as ThreadsReply;
const unreachable = new ApiError({ code: 'unreachable', status: 0 });

test('without the server the threads of the device are listed, and later only what changed', async () => {
  const kept = new Map<string, ThreadsReply>();
  const listThreads = vi.fn<CommentApi['listThreads']>();
  const open = (): CommentApi =>
    withKeptThreads({ listThreads } as unknown as CommentApi, {
      read: (id) => Promise.resolve(kept.get(id) ?? null),
      write: (id, threads) => void kept.set(id, threads),
    });
  const first = open();
  listThreads.mockResolvedValueOnce(reply(3, ['a', 'b']));
  await first.listThreads('d', 0);
  listThreads.mockResolvedValueOnce(reply(4, ['c'], ['a']));
  await first.listThreads('d', 3);
  expect(kept.get('d')).toEqual(reply(4, ['b', 'c']));

  listThreads.mockRejectedValueOnce(unreachable);
  const second = open();
  expect(await second.listThreads('d', 0)).toEqual(reply(4, ['b', 'c']));
  listThreads.mockResolvedValueOnce(reply(5, ['d']));
  expect(await second.listThreads('d', 4)).toEqual(reply(5, ['d']));
  expect(kept.get('d')).toEqual(reply(5, ['b', 'c', 'd']));

  listThreads.mockRejectedValueOnce(unreachable);
  await expect(second.listThreads('d', 5)).rejects.toBe(unreachable);
  listThreads.mockRejectedValueOnce(new ApiError({ code: 'forbidden', status: 403 }));
  await expect(open().listThreads('d', 0)).rejects.toThrow('forbidden');
});
