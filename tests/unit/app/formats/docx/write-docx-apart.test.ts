import { afterEach, expect, test, vi } from 'vitest';
import { writeDocxApart } from '../../../../../src/app/formats/docx/write-docx-apart.ts';
import type { WriteRequest, Written } from '../../../../../src/app/formats/docx/write-worker.ts';
import { leavingText, node, p } from './sample.ts';

const file = { name: 'a.docx', type: 'x', bytes: new Uint8Array([1]), losses: [] };
const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly requests: WriteRequest[] = [];
  isOver = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(request: unknown): void {
    // As a browser does: functions cannot be sent.
    this.requests.push(structuredClone(request) as WriteRequest);
  }

  terminate(): void {
    this.isOver = true;
  }

  answer(data: Written): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

afterEach(() => {
  workers.length = 0;
  vi.unstubAllGlobals();
});

async function start(signal?: AbortSignal) {
  vi.stubGlobal('Worker', FakeWorker);
  const picture = { bytes: new Uint8Array([7]), type: 'image/png' };
  const content = [p('a'), node('image', { src: 'd/a.png' }), node('image', { src: 'd/b.png' })];
  const written = writeDocxApart(
    leavingText(content, { loadPicture: (path) => Promise.resolve(path === 'd/a.png' ? picture : null) }),
    signal,
  );
  await vi.waitFor(() => expect(workers[0]?.requests).toHaveLength(1));
  return { written, worker: workers[0]!, picture };
}

test('the worker receives text and pictures, and ends with its answer', async () => {
  const { written, worker, picture } = await start();
  expect(worker.requests[0]?.leaving.title).toBe('Smlouva o dílo');
  expect([...worker.requests[0]!.pictures]).toEqual([['d/a.png', picture]]);
  worker.answer(file);
  expect(await written).toEqual(file);
  expect(worker.isOver).toBe(true);
});

test('a text that cannot be written is an error', async () => {
  const { written, worker } = await start();
  worker.answer(null);
  await expect(written).rejects.toThrow('cannot be written');
  expect(worker.isOver).toBe(true);
});

test('a worker that breaks is an error, and one that cannot be loaded may come later', async () => {
  const broken = await start();
  broken.worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await expect(broken.written).rejects.toThrow('cannot be written');
  workers.length = 0;
  const offline = await start();
  offline.worker.dispatchEvent(new Event('error'));
  await expect(offline.written).rejects.toMatchObject({ code: 'unreachable' });
});

test('cancelling ends the worker', async () => {
  const cancel = new AbortController();
  const { written, worker } = await start(cancel.signal);
  cancel.abort(new Error('cancelled'));
  await expect(written).rejects.toThrow('cancelled');
  expect(worker.isOver).toBe(true);
});
