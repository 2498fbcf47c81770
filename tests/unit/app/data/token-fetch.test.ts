import { expect, test } from 'vitest';
import { createTokenFetch } from '../../../../src/app/data/token-fetch.ts';

/** A fetch on a line that swallows every request. */
function openDeadLine() {
  const limit = new AbortController();
  const fetch = createTokenFetch({
    fetch: (_, init) =>
      new Promise((__, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
      }),
    wallMs: () => 0,
    timeLimit: () => limit.signal,
    replaceToken: () => Promise.resolve(null),
    line: () => ({ answered: () => undefined, cut: () => false }),
  });
  return { fetch, limit };
}

test.each(['/auth/v1/token?grant_type=refresh_token', '/rest/v1/profiles'])(
  'a request to %s without a signal is aborted by the time limit',
  async (path) => {
    const { fetch, limit } = openDeadLine();
    const request = fetch(`http://api.test${path}`);
    limit.abort();
    await expect(request).rejects.toThrow('aborted');
  },
);

test('a request keeps its own signal', async () => {
  const { fetch, limit } = openDeadLine();
  const own = new AbortController();
  const request = fetch('http://api.test/storage/v1/object/large', { signal: own.signal });
  limit.abort();
  await expect(Promise.race([request, Promise.resolve('waits')])).resolves.toBe('waits');
  own.abort();
  await expect(request).rejects.toThrow('aborted');
});
