import { afterEach, expect, test, vi } from 'vitest';
import type { PackedDocument } from '../../../../../src/app/formats/archive/pack-document.ts';
import type { TakenDocument } from '../../../../../src/app/formats/archive/taken-document.ts';
import { openPacker } from '../../../../../src/app/pages/everything/open-packer.ts';
import type {
  PackReply,
  PackRequest,
  PictureReply,
} from '../../../../../src/app/pages/everything/pack-worker.ts';
import { take } from '../../formats/archive/archive-world.ts';

const packed = { files: [] } as unknown as PackedDocument;
const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly received: (PackRequest | PictureReply)[] = [];
  isOver = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: unknown): void {
    // As a browser does: functions cannot be sent.
    this.received.push(structuredClone(message) as PackRequest | PictureReply);
  }

  terminate(): void {
    this.isOver = true;
  }

  reply(data: PackReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

afterEach(() => {
  workers.length = 0;
  vi.unstubAllGlobals();
});

function start(more: Partial<TakenDocument> = {}) {
  vi.stubGlobal('Worker', FakeWorker);
  const packer = openPacker('Untitled');
  const over = new AbortController();
  const pack = () => packer.pack(take({ number: 1, title: 'A', nodes: [] }, more), over.signal);
  return { packer, pack, over };
}

test('one worker packs all documents, until the packer is closed', async () => {
  const { packer, pack } = start();
  for (const count of [1, 2]) {
    const packing = pack();
    expect(workers[0]?.received).toHaveLength(count);
    expect(workers[0]?.received.at(-1)).toMatchObject({ kind: 'pack', untitled: 'Untitled' });
    workers[0]!.reply({ kind: 'packed', packed });
    expect(await packing).toBe(packed);
  }
  expect(workers).toHaveLength(1);
  packer.close();
  expect(workers[0]?.isOver).toBe(true);
});

test('pictures are loaded by the page', async () => {
  const picture = { bytes: new Uint8Array([7]), type: 'image/png' };
  const { pack } = start({ loadPicture: () => Promise.resolve(picture) });
  const packing = pack();
  workers[0]!.reply({ kind: 'picture', path: 'd/a.png' });
  await vi.waitFor(() =>
    expect(workers[0]?.received.at(-1)).toEqual({ kind: 'picture', path: 'd/a.png', picture }),
  );
  workers[0]!.reply({ kind: 'packed', packed });
  await packing;
});

test('a picture that cannot be loaded now ends the worker, and the next document gets another', async () => {
  const offline = new Error('offline');
  const { pack } = start({ loadPicture: () => Promise.reject(offline) });
  const packing = pack();
  workers[0]!.reply({ kind: 'picture', path: 'd/a.png' });
  await expect(packing).rejects.toBe(offline);
  expect(workers[0]?.isOver).toBe(true);
  const again = pack();
  workers[1]!.reply({ kind: 'packed', packed });
  expect(await again).toBe(packed);
});

test('cancelled, the worker ends at once', async () => {
  const { pack, over } = start();
  const packing = pack();
  over.abort();
  await expect(packing).rejects.toThrow('aborted');
  expect(workers[0]?.isOver).toBe(true);
});

test('a format that fails is reported; a text that fails is an error', async () => {
  const { pack } = start();
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);
  const packing = pack();
  const [problem, error] = [new Error('no Word'), new Error('no text')];
  workers[0]!.reply({ kind: 'problem', error: problem });
  expect(report).toHaveBeenCalledWith(problem);
  workers[0]!.reply({ kind: 'failed', error });
  await expect(packing).rejects.toBe(error);
});

test('a worker without its script waits until there is a connection; one without memory fails', async () => {
  const { pack } = start();
  const packing = pack();
  workers[0]!.dispatchEvent(new Event('error'));
  await expect(packing).rejects.toMatchObject({ code: 'unreachable' });
  const again = pack();
  workers[1]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await expect(again).rejects.toThrow('out of memory');
});
