/** Times of the views of the history, in Node: comparisons at three sizes, authors of changes, and playback. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as Y from 'yjs';
import { traceLog, type Trace } from '#contract/authorship/trace-log.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Film } from '../../src/app/editor/playback/film.ts';
import { shoot } from '../../src/app/editor/playback/film.ts';
import { createRandom } from '../support/random.ts';
import { summarize } from './summarize.ts';
import { writeRows } from './write-rows.ts';

export interface HistoryViews {
  /** Milliseconds to read and compare two versions, by words. */
  readonly compared: Readonly<Record<number, number>>;
  readonly traced: { readonly rows: number; readonly ms: number };
  readonly film: {
    readonly edits: number;
    readonly shootMs: number;
    readonly seekP95Ms: number;
    readonly heapMb: number;
  };
}

export function measureHistoryViews(note: (line: string) => void): HistoryViews {
  const compared: Record<number, number> = {};
  for (const words of [5000, 20_000, 80_000]) {
    compared[words] = median([0, 1, 2].map(() => timeComparison(words)));
    note(`compare two versions of ${words} words: ${compared[words].toFixed(0)} ms`);
  }
  const rows = writeRows(50_000, 3);
  const start = performance.now();
  const trace: Trace = traceLog({ state: [] }, rows);
  const traced = { rows: rows.length, ms: performance.now() - start };
  note(
    `who changed what, ${rows.length} rows: ${traced.ms.toFixed(0)} ms (${String(trace.addedBy({ client: 2, clock: 0 }))})`,
  );
  const film = measureFilm(259_778);
  note(
    `film of ${film.edits} edits: made in ${film.shootMs.toFixed(0)} ms, any moment in ${film.seekP95Ms.toFixed(1)} ms (p95), ${film.heapMb.toFixed(0)} MB`,
  );
  return { compared, traced, film };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[1]!;

function timeComparison(words: number): number {
  const state = (salt: number): Uint8Array => {
    const doc = new Y.Doc();
    const blocks = Array.from({ length: Math.round(words / 80) }, (_, at) => {
      const block = new Y.XmlElement('paragraph');
      const changed = at % 10 === 0 ? `changed${salt}` : 'the same';
      block.insert(0, [new Y.XmlText(`${at} ${changed} ${'one two three four five six seven '.repeat(11)}`)]);
      return block;
    });
    doc.getXmlFragment(TEXT_ROOT).insert(0, blocks);
    return Y.encodeStateAsUpdate(doc);
  };
  const [before, after] = [state(1), state(2)];
  const start = performance.now();
  const [one, other] = [before, after].map((update) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, update);
    return readDocument(doc.getXmlFragment(TEXT_ROOT));
  });
  compareDocuments(one!, other!);
  return performance.now() - start;
}

function measureFilm(edits: number): HistoryViews['film'] {
  const rows = writeRows(edits, 2);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const heapBefore = process.memoryUsage().heapUsed;
  const start = performance.now();
  const film = run(shoot([], rows));
  const shootMs = performance.now() - start;
  collect();
  const heapMb = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20;
  const random = createRandom(edits);
  const seeks = Array.from({ length: 2000 }, () => {
    const count = Math.floor(random() * film.frames.length);
    const startMs = performance.now();
    film.blocksAt(count);
    return performance.now() - startMs;
  });
  return { edits, shootMs, seekP95Ms: summarize(seeks).p95Ms, heapMb };
}

function run(steps: Generator<undefined, Film>): Film {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
