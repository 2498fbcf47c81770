/** Counts each user's text, for a proof of authorship. */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { readTextSpans } from '../authorship/read-spans.ts';
import type { LoggedUpdate } from '../authorship/causal-order.ts';
import { traceInSteps } from '../authorship/trace-log.ts';
import { TEXT_ROOT } from '../document-schema.ts';
import type { HistoryClaims } from './proof-file.ts';

export interface WriterTally {
  /** Null: an account that is gone. */
  readonly name: string | null;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** UTF-16 units of the text at the last row; a moved text counts for who first wrote it. Null when the log begins later. */
  readonly characters: number | null;
}

/**
 * In the order of their first rows; without rows that no editing session wrote, such as the seed of a document. Pauses for
 * the caller after each row.
 */
export function* tallyWriters(
  claims: HistoryClaims,
  rows: readonly LoggedUpdate[],
): Generator<undefined, WriterTally[]> {
  const characters = claims.from === 1 ? yield* countCharacters(rows) : null;
  const names = new Map(claims.people.map(({ id, name }) => [id, name]));
  const users = new Map(claims.writers);
  const tallies = new Map<string | number, WriterTally>();
  const counted = new Set<number>();
  for (const { client, atMs } of rows) {
    if (client === null) continue;
    const user = users.get(client) ?? null;
    // Deleted accounts are distinguished by their clients.
    const key = user ?? client;
    const before = tallies.get(key);
    const added = counted.has(client) ? 0 : (characters?.get(client) ?? 0);
    counted.add(client);
    tallies.set(key, {
      name: user === null ? null : (names.get(user) ?? null),
      rows: (before?.rows ?? 0) + 1,
      firstMs: Math.min(before?.firstMs ?? atMs, atMs),
      lastMs: Math.max(before?.lastMs ?? atMs, atMs),
      characters: characters === null ? null : (before?.characters ?? 0) + added,
    });
  }
  return [...tallies.values()].toSorted((a, b) => a.firstMs - b.firstMs);
}

/** By Yjs client id, of the text that the rows make. */
function* countCharacters(rows: readonly LoggedUpdate[]): Generator<undefined, Map<number, number>> {
  const trace = yield* traceInSteps({ state: [] }, rows);
  const doc = new Y.Doc();
  applyUpdates(
    doc,
    rows.map(({ update }) => update),
  );
  const characters = new Map<number, number>();
  for (const span of readTextSpans(doc.getXmlFragment(TEXT_ROOT))) {
    for (let at = 0; at < span.length; at += 1) {
      const client = trace.addedBy({ client: span.client, clock: span.clock + at });
      if (client !== null) characters.set(client, (characters.get(client) ?? 0) + 1);
    }
  }
  doc.destroy();
  return characters;
}
