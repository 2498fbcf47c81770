import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readAgain } from '../../../../src/app/data/read-again.ts';

test('a change that comes while the first reading is on its way is read', async () => {
  const client = new QueryClient();
  let answer: (reply: string) => void = () => undefined;
  const replies: Promise<string>[] = [new Promise((resolve) => (answer = resolve)), Promise.resolve('after')];
  const queryFn = vi.fn(() => replies.shift()!);
  const observer = new QueryObserver(client, { queryKey: ['told'], queryFn });
  const stop = observer.subscribe(() => undefined);
  const again = readAgain(client, ['told']);
  answer('before');
  await again;
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
});
