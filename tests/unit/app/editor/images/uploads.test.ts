import { expect, test } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../../../src/app/data/api-error.ts';
import { Uploads, type NewUpload } from '../../../../../src/app/editor/images/uploads.ts';

const PICTURE: NewUpload = {
  id: 'one',
  name: 'hory.png',
  path: 'document/one.png',
  source: { kind: 'file', file: new Blob(), type: 'image/png' },
  attributes: { pixelWidth: 40, pixelHeight: 30 },
};

interface Sent {
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
  readonly arrive: () => Promise<void>;
  readonly refuse: (code: ApiErrorCode) => Promise<void>;
}

/** A controlled network, and a clock that stands still. */
function openDesk(
  options: { hasNetwork?: boolean; problem?: ApiErrorCode; onFailed?: (code: ApiErrorCode) => void } = {},
) {
  const desk = { hasNetwork: options.hasNetwork ?? true };
  const sends: Sent[] = [];
  const pauses: { delayMs: number; run: () => void }[] = [];
  const uploaded: string[] = [];
  const uploads = new Uploads({
    hasNetwork: () => desk.hasNetwork,
    send: (_upload, watch) => {
      return new Promise((resolve, reject) => {
        sends.push({
          ...watch,
          arrive: async () => resolve(),
          refuse: async (code) => reject(new ApiError({ code, status: 0 })),
        });
      });
    },
    after: (delayMs, run) => {
      const pause = { delayMs, run };
      pauses.push(pause);
      return () => void pauses.splice(pauses.indexOf(pause), 1);
    },
  });
  const add = (): void =>
    uploads.add(PICTURE, {
      onUploaded: ({ path }) => {
        uploaded.push(path);
        return options.problem ?? null;
      },
      onFailed: options.onFailed ?? (() => undefined),
    });
  const state = () => uploads.list()[0]?.state ?? null;
  return { desk, uploads, sends, pauses, uploaded, add, state };
}

test('an upload reports its progress and is used once', async () => {
  const { add, state, sends, uploads, uploaded } = openDesk();
  let calls = 0;
  uploads.subscribe(() => (calls += 1));
  add();
  sends[0]!.onProgress(0.5);
  expect(state()).toEqual({ kind: 'sending', attempt: 1, sent: 0.5 });
  sends[0]!.onProgress(0.2);
  expect(state(), 'never goes back').toEqual({ kind: 'sending', attempt: 1, sent: 0.5 });
  expect(sends).toHaveLength(1);
  await sends[0]!.arrive();
  expect(uploaded).toEqual([PICTURE.path]);
  expect(uploads.list()).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(3);
});

test('an offline upload waits and starts when the network is back', async () => {
  const { add, state, sends, desk, uploads, uploaded } = openDesk({ hasNetwork: false });
  add();
  expect(state()).toEqual({ kind: 'waiting' });
  expect(sends).toHaveLength(0);
  desk.hasNetwork = true;
  uploads.networkBack();
  await sends[0]!.arrive();
  expect(uploaded).toHaveLength(1);
});

test('an upload that goes offline waits for the network', async () => {
  const { add, state, sends, desk, uploads } = openDesk();
  add();
  desk.hasNetwork = false;
  await sends[0]!.refuse('unreachable');
  expect(state()).toEqual({ kind: 'waiting' });
  uploads.networkBack();
  expect(sends).toHaveLength(2);
});

test('a temporary error leads to four attempts with backoff, and to another on request', async () => {
  const { add, state, sends, pauses, uploads, uploaded } = openDesk();
  add();
  const delays: number[] = [];
  for (const index of [0, 1, 2]) {
    await sends[index]!.refuse('unreachable');
    expect(state()).toEqual({ kind: 'pausing', attempt: index + 1 });
    delays.push(pauses[0]!.delayMs);
    pauses[0]!.run();
  }
  expect(delays).toEqual([1000, 2000, 4000]);
  await sends[3]!.refuse('unreachable');
  expect(state()).toEqual({ kind: 'failed', code: 'unreachable' });
  uploads.retry(PICTURE.id);
  await sends[4]!.arrive();
  expect(uploaded).toHaveLength(1);
});

test.each(['forbidden', 'too_large', 'bad_request'] as const)(
  'a refusal with %s is not retried',
  async (code) => {
    const { add, state, sends, pauses } = openDesk();
    add();
    await sends[0]!.refuse(code);
    expect(state()).toEqual({ kind: 'failed', code });
    expect(pauses).toHaveLength(0);
  },
);

test('cancelling aborts the upload, and its later result is ignored', async () => {
  const { add, sends, uploads, uploaded } = openDesk();
  add();
  uploads.cancel(PICTURE.id);
  expect(sends[0]!.signal.aborted).toBe(true);
  expect(uploads.list()).toEqual([]);
  await sends[0]!.arrive();
  expect(uploaded).toEqual([]);
});

test('cancelling ends a pause too', async () => {
  const { add, sends, pauses, uploads } = openDesk();
  add();
  await sends[0]!.refuse('unavailable');
  uploads.cancelAll();
  expect(pauses).toHaveLength(0);
  expect(uploads.list()).toEqual([]);
});

test('an image that can no longer be inserted is shown as refused', async () => {
  const { add, state, sends } = openDesk({ problem: 'forbidden' });
  add();
  await sends[0]!.arrive();
  expect(state()).toEqual({ kind: 'failed', code: 'forbidden' });
});

test('onFailed receives the code and may cancel the upload', async () => {
  const codes: ApiErrorCode[] = [];
  const opened = openDesk({
    onFailed: (code) => {
      codes.push(code);
      opened.uploads.cancel(PICTURE.id);
    },
  });
  opened.add();
  await opened.sends[0]!.refuse('not_found');
  expect(codes).toEqual(['not_found']);
  expect(opened.uploads.list()).toEqual([]);
});

test('an image counts from the reading of its file until it is in the document', async () => {
  const { add, sends, uploads } = openDesk();
  const states: string[] = [];
  uploads.subscribe(() => states.push(uploads.state()));
  let read = (): void => undefined;
  const reading = uploads.whileReading(() => new Promise<void>((resolve) => (read = resolve)).then(add));
  expect(uploads.state()).toBe('sending');
  read();
  await reading;
  expect(uploads.state()).toBe('sending');
  await sends[0]!.refuse('forbidden');
  expect(uploads.state()).toBe('failed');
  uploads.retry(PICTURE.id);
  expect(uploads.state()).toBe('sending');
  expect(states).not.toContain('none');
  await sends[1]!.arrive();
  expect(uploads.state()).toBe('none');
});

test('a file that fails to be read no longer counts', async () => {
  const { uploads } = openDesk();
  await expect(uploads.whileReading(() => Promise.reject(new Error('unreadable')))).rejects.toThrow(
    'unreadable',
  );
  expect(uploads.state()).toBe('none');
});
