import type { KeptUpdate } from '../room/kept-update.ts';

/** Titles as changes that wait on this device leave them, by document. Pure. */
export function titlesOf(
  rows: readonly Pick<KeptUpdate, 'documentId' | 'documentTitle' | 'changesTitle' | 'refused' | 'atMs'>[],
): ReadonlyMap<string, string> {
  const waiting = rows.filter(({ refused }) => refused === undefined).toSorted((a, b) => a.atMs - b.atMs);
  const changed = new Set(waiting.filter(({ changesTitle }) => changesTitle).map((row) => row.documentId));
  return new Map(
    waiting.flatMap(({ documentId, documentTitle }) =>
      changed.has(documentId) ? [[documentId, documentTitle] as const] : [],
    ),
  );
}
