import { useEffect, useState } from 'react';
import { ApiError, errorCodeOf } from '../../data/api-error.ts';
import { listWriters, readLog, type LogRow, type Writer } from '../../data/history-log.ts';
import type { SavedState } from '../../data/versions.ts';
import { runInSlices } from '../../data/run-in-slices.ts';
import { shoot, type Film } from './film.ts';

export type FilmState =
  | { readonly kind: 'loading'; readonly part: number }
  | { readonly kind: 'failed'; readonly code: ReturnType<typeof errorCodeOf> }
  | { readonly kind: 'ready'; readonly film: Film; readonly writers: ReadonlyMap<number, Writer> };

/** Reads the log from `before` up to `until`, and makes a film of it. */
export function useFilm(documentId: string, before: SavedState, until: number): FilmState {
  const [state, setState] = useState<FilmState>({ kind: 'loading', part: 0 });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onPart = (part: number): void => {
      if (!signal.aborted) setState({ kind: 'loading', part });
    };
    makeFilm({ documentId, before, until, signal, onPart }).then(
      (ready) => (signal.aborted ? undefined : setState(ready)),
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setState({ kind: 'failed', code: errorCodeOf(error) });
      },
    );
    return () => leaving.abort();
  }, [documentId, before, until]);
  return state;
}

interface Making {
  readonly documentId: string;
  readonly before: SavedState;
  readonly until: number;
  readonly signal: AbortSignal;
  /** Receives how much has been read, from 0 to 1. */
  readonly onPart: (part: number) => void;
}

async function makeFilm({ documentId, before, until, signal, onPart }: Making): Promise<FilmState> {
  const rows: LogRow[] = [];
  for await (const page of readLog(documentId, before.seq, until, signal)) {
    rows.push(...page);
    onPart(((page.at(-1)?.seq ?? until) - before.seq) / (until - before.seq));
  }
  const film = await runInSlices(shoot(before.updates, rows), signal);
  const clients = new Set(film.frames.flatMap(({ client }) => client ?? []));
  return { kind: 'ready', film, writers: await listWriters(documentId, [...clients]) };
}
