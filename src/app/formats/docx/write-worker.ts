/** The worker in which a file of Word is written. */
import type { LeavingText, Picture, WrittenFile } from '#contract/formats/leaving-text.ts';
import { writeDocx } from './write-docx.ts';

export interface WriteRequest {
  readonly leaving: Omit<LeavingText, 'loadPicture'>;
  readonly pictures: ReadonlyMap<string, Picture>;
}

/** Null: the text cannot be written. */
export type Written = WrittenFile | null;

globalThis.addEventListener('message', ({ data }: MessageEvent<WriteRequest>) => void write(data));

async function write({ leaving, pictures }: WriteRequest): Promise<void> {
  try {
    report(
      await writeDocx({ ...leaving, loadPicture: (path) => Promise.resolve(pictures.get(path) ?? null) }),
    );
  } catch (error) {
    report(null);
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has none
const report = (written: Written): void => globalThis.postMessage(written);
