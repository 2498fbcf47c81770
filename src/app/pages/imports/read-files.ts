/** From chosen files to texts that can be shown before they become documents. */
import { joinLosses } from '#contract/formats/loss.ts';
import type { FileThread } from '../../documents/anchors-at.ts';
import { readArriving, type ReadArriving } from '../../editor/in/read-arriving.ts';
import { fileFailure, type ArrivingFile } from '../../formats/arriving-file.ts';
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import type { BadFile } from '../../formats/import/types.ts';
import { placeThreads } from '../../formats/place-threads.ts';
import { readInWorker } from './read-in-worker.ts';

export interface ReadyText extends Omit<ReadArriving, 'threads'> {
  readonly threads: readonly FileThread[];
  readonly fileName: string;
  /** Which of the chosen files, whose texts have links to each other by their indexes. */
  readonly file: number;
  readonly index: number;
  readonly origin: ArrivingText['origin'];
  readonly changes: ArrivingFile['changes'];
  readonly place?: string;
}

export interface ReadFiles {
  readonly texts: readonly ReadyText[];
  readonly bad: readonly BadFile[];
}

interface Reading {
  readonly changes: 'accept' | 'refuse';
  readonly signal: AbortSignal;
  /** Receives which file is read, and the share of all that is done. */
  readonly onProgress: (fileName: string, share: number) => void;
}

export async function readFiles(
  files: readonly File[],
  { changes, signal, onProgress }: Reading,
): Promise<ReadFiles> {
  const texts: ReadyText[] = [];
  const bad: BadFile[] = [];
  for (const [at, file] of files.entries()) {
    const tell = (share: number): void => onProgress(file.name, (at + share) / files.length);
    tell(0);
    const read = await readInWorker({ file, changes }, signal, (share) => tell(share / 2));
    if (!read.ok) {
      bad.push({ ...read, fileName: file.name });
      continue;
    }
    bad.push(...read.bad.map((failure) => ({ ...failure, fileName: file.name })));
    for (const [place, arriving] of read.files.entries()) {
      const part = read.files.length > 1 ? arriving.name : '';
      const onPart = (share: number): void => tell((1 + (place + share) / read.files.length) / 2);
      const ready = await makeReady(arriving, onPart, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        reportError(error);
        return null;
      });
      if (ready !== null && ready.fullness <= 1) texts.push({ ...ready, fileName: file.name, file: at });
      else bad.push({ ...fileFailure(ready === null ? 'damaged' : 'too_long', part), fileName: file.name });
      onPart(1);
    }
  }
  return { texts, bad };
}

async function makeReady(
  file: ArrivingFile,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Omit<ReadyText, 'fileName' | 'file'>> {
  const { text, source, name, folders, index, changes, place } = file;
  const read = await readArriving(text, { source, name, onProgress }, signal);
  const title = [...folders, read.title].join(' / ');
  const { threads, losses } = placeThreads(text.threads, read.threads, new Date());
  return {
    ...read,
    title,
    threads,
    losses: joinLosses(read.losses, losses),
    index,
    origin: text.origin,
    changes,
    ...(place === undefined ? {} : { place }),
  };
}
