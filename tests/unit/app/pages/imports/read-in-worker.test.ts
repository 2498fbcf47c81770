/** Files that never come to their reader, or keep it too long. @alone: the worker listens on the global object. */
import { afterEach, expect, test, vi } from 'vitest';
import { fileFailure } from '../../../../../src/app/formats/arriving-file.ts';
import type { ImportReply, ImportRequest } from '../../../../../src/app/pages/imports/import-worker.ts';
import { readInWorker } from '../../../../../src/app/pages/imports/read-in-worker.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

class BusyWorker extends EventTarget {
  static ended = 0;
  readonly postMessage = (): void => undefined;
  readonly terminate = (): void => {
    BusyWorker.ended += 1;
  };
}

const request = (file: Partial<File>): ImportRequest => ({ file: file as File, changes: 'accept' });

test('a file that keeps its reader busy is given up as too slow, and so is its worker', async () => {
  vi.stubGlobal('Worker', BusyWorker);
  const late = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const reading = readInWorker(request({}), new AbortController().signal, () => undefined);
  late.abort();
  expect(await reading).toEqual(fileFailure('too_slow'));
  expect(BusyWorker.ended).toBe(1);
});

test.each([
  [
    'a folder, or a file that is gone',
    { size: 1, arrayBuffer: () => Promise.reject(new Error()) },
    'unreadable',
  ],
  ['a file above what a download of an account can have', { size: 4 * 2 ** 30 }, 'file_too_large'],
] as const)('%s is refused', async (_name, file, code) => {
  const told: ImportReply[] = [];
  const heard: ((event: object) => void)[] = [];
  vi.stubGlobal('addEventListener', (_event: string, listener: (event: object) => void) =>
    heard.push(listener),
  );
  vi.stubGlobal('postMessage', (reply: ImportReply) => told.push(reply));
  vi.resetModules();
  await import('../../../../../src/app/pages/imports/import-worker.ts');
  heard[0]!({ data: request({ name: 'x', ...file }) });
  await vi.waitFor(() => expect(told).toEqual([{ kind: 'read', read: fileFailure(code) }]));
});
