/**
 * `npm run bench -- folding`: folds and restores the heaviest allowed documents with the code of the edge functions in
 * Deno, with the heap limits of hosted and self-hosted functions. Processor time includes all threads of the process.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_DOCUMENT_WEIGHT } from '#contract/limits.ts';
import { findDeno } from '../../src/embedded-supabase/node/deno-setting.ts';
import { makeDocument, MANNERS, type Manner } from './folding-documents.ts';

const ROOT = join(import.meta.dirname, '../..');
const WORKS = ['fold', 'restore'] as const;
const HEAPS_MB = [256, 150] as const;
const RUNS = 3;
/** A fold of the heaviest snapshot is due with this many bytes of later rows. */
const TAIL_BYTES = MAX_DOCUMENT_WEIGHT / 16;
/** Limits: hosted functions allow 2 s per call, and a fold has to stay below. */
const MOST_CPU_MS = { fold: 1400, restore: 2000 } as const;

export interface Folding {
  readonly manner: Manner;
  readonly bytes: number;
  readonly parts: number;
  readonly work: (typeof WORKS)[number];
  readonly heapMb: number;
  /** Medians; null when a run crashed. */
  readonly taken: Taken | null;
}

interface Taken {
  readonly cpuMs: number;
  readonly peakMb: number;
}

export function measureFolding(print: (line: string) => void): readonly Folding[] {
  const folder = mkdtempSync(join(tmpdir(), 'spolu-folding-'));
  try {
    return MANNERS.flatMap((manner) => {
      const { frame, bytes, parts } = makeDocument(manner, MAX_DOCUMENT_WEIGHT - TAIL_BYTES, TAIL_BYTES);
      const file = join(folder, 'document');
      writeFileSync(file, frame);
      return WORKS.flatMap((work) =>
        HEAPS_MB.map((heapMb) => {
          const runs = Array.from({ length: RUNS }, () => runInDeno(work, file, heapMb));
          const measured = { manner, bytes, parts, work, heapMb, taken: medianOf(runs) };
          print(describe(measured));
          return measured;
        }),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runInDeno(work: string, file: string, heapMb: number): Taken | null {
  const args = [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-check',
    '--no-lock',
    '--node-modules-dir=manual',
    '--config=deno.json',
    '--allow-all',
    `--v8-flags=--max-old-space-size=${heapMb}`,
    join(import.meta.dirname, 'folding-in-deno.ts'),
    work,
    file,
  ];
  const { status, stdout } = spawnSync(findDeno(), args, {
    cwd: join(ROOT, 'supabase/functions'),
    encoding: 'utf8',
  });
  return status === 0 ? (JSON.parse(stdout) as Taken) : null;
}

function medianOf(runs: readonly (Taken | null)[]): Taken | null {
  const taken = runs.filter((run) => run !== null);
  if (taken.length < runs.length) return null;
  const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[RUNS >> 1]!;
  return {
    cpuMs: middle(taken.map(({ cpuMs }) => cpuMs)),
    peakMb: middle(taken.map(({ peakMb }) => peakMb)),
  };
}

function describe({ manner, bytes, parts, work, heapMb, taken }: Folding): string {
  const what = `${manner}, ${(bytes / 1024 / 1024).toFixed(1)} MB in ${parts} parts, ${work}, heap ${heapMb} MB`;
  const cost =
    taken === null
      ? 'crashed'
      : `${(taken.cpuMs / 1000).toFixed(2)} s of processor time, peak ${taken.peakMb.toFixed(0)} MB`;
  const goal = `(at most ${MOST_CPU_MS[work] / 1000} s)`;
  return `${what.padEnd(72)} ${cost.padEnd(40)} ${goal}, load ${loadavg()[0]!.toFixed(1)}`;
}
