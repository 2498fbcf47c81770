import { LossBook } from '#contract/formats/loss.ts';
import { readArriving, type ReadArriving } from '../../editor/in/read-arriving.ts';
import { renderFile } from '../../editor/markdown/render-file.ts';

/** The Markdown of a template as a document. Its first heading is the title. */
export function readTemplate(markdown: string, signal: AbortSignal): Promise<ReadArriving> {
  const text = {
    title: '',
    blocks: renderFile(markdown, new LossBook()),
    pictures: new Map(),
    threads: [],
    losses: [],
    origin: null,
  };
  return readArriving(text, { source: 'own', name: '', onProgress: () => undefined }, signal);
}
