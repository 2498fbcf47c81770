/** The authors of a document's text, for a proof of authorship: read from the rows of its log. */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import type { LoggedUpdate } from '../authorship/causal-order.ts';
import type { Id } from '../authorship/id-ranges.ts';
import { readTextSpans } from '../authorship/read-spans.ts';
import { traceInSteps, type Trace } from '../authorship/trace-log.ts';
import { TEXT_ROOT } from '../document-schema.ts';
import type { HistoryClaims, ProvenBlock } from './proof-file.ts';
import { readBlocks, type Authored } from './read-blocks.ts';

/** A person who wrote. Deleted accounts are distinguished by their clients. */
export interface WriterTally {
  /** Null: an account that is gone. */
  readonly id: string | null;
  readonly name: string | null;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** UTF-16 units of the text at the last row; a moved text counts for who first wrote it. Null when the log begins later. */
  readonly characters: number | null;
  /** Those of `characters` that another person put between other text (docs/decisions/0060). */
  readonly placed: number;
}

export interface Authorship {
  /** In the order of their first rows; without rows that no editing session wrote, such as the seed of a document. */
  readonly writers: readonly WriterTally[];
  /** Null when the log begins later. */
  readonly text: readonly ProvenBlock[] | null;
}

/** Pauses for the caller after each row. */
export function* readAuthorship(
  claims: HistoryClaims,
  rows: readonly LoggedUpdate[],
): Generator<undefined, Authorship> {
  const { people, places } = listPeople(claims, rows);
  if (claims.from > 1)
    return { writers: people.map((one) => ({ ...one, characters: null, placed: 0 })), text: null };
  const trace = yield* traceInSteps({ state: [] }, rows);
  const authorOf = (unit: Id): Authored => readUnit(unit, trace, places);
  const doc = new Y.Doc();
  applyUpdates(
    doc,
    rows.map(({ update }) => update),
  );
  const root = doc.getXmlFragment(TEXT_ROOT);
  const counts = people.map(() => ({ characters: 0, placed: 0 }));
  for (const { client, clock, length } of readTextSpans(root))
    for (let at = 0; at < length; at += 1) {
      const { author, marks } = authorOf({ client, clock: clock + at });
      if (author === null) continue;
      counts[author]!.characters += 1;
      if (marks.placedBy !== undefined) counts[author]!.placed += 1;
    }
  const text = readBlocks(root, authorOf);
  doc.destroy();
  return { writers: people.map((one, place) => ({ ...one, ...counts[place]! })), text };
}

/** The one place that decides whose a unit of the text is. */
function readUnit(unit: Id, trace: Trace, places: ReadonlyMap<number, number>): Authored {
  const placeOf = (client: number | null): number | null =>
    client === null ? null : (places.get(client) ?? null);
  const author = placeOf(trace.addedBy(unit));
  if (author === null) return { author, marks: {} };
  const findOther = (clients: readonly (number | null)[]): number | null =>
    clients.map(placeOf).find((place) => place !== null && place !== author) ?? null;
  const [before, after] = trace
    .shortenedBy(unit)
    .map((gap) =>
      findOther(gap.flatMap(({ writer, remover }) => (placeOf(writer) === author ? [remover] : []))),
    );
  const placer = findOther(trace.placedBy(unit));
  return {
    author,
    marks: {
      ...(placer === null ? {} : { placedBy: placer }),
      ...(before == null ? {} : { shortenedBefore: before }),
      ...(after == null ? {} : { shortenedAfter: after }),
    },
  };
}

type Person = Omit<WriterTally, 'characters' | 'placed'>;

/** The writers of rows, and the place of each client's among them. */
function listPeople({ people, writers }: HistoryClaims, rows: readonly LoggedUpdate[]) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const users = new Map(writers);
  const found = new Map<string | number, Person>();
  const keyOf = (client: number): string | number => users.get(client) ?? client;
  for (const { client, atMs } of rows) {
    if (client === null) continue;
    const id = users.get(client) ?? null;
    const before = found.get(keyOf(client));
    found.set(keyOf(client), {
      id,
      name: id === null ? null : (names.get(id) ?? null),
      rows: (before?.rows ?? 0) + 1,
      firstMs: Math.min(before?.firstMs ?? atMs, atMs),
      lastMs: Math.max(before?.lastMs ?? atMs, atMs),
    });
  }
  const sorted = [...found].toSorted(([, a], [, b]) => a.firstMs - b.firstMs);
  const placeOf = new Map(sorted.map(([key], place) => [key, place]));
  const clients = new Set(rows.flatMap(({ client }) => client ?? []));
  const places = new Map([...clients].map((client) => [client, placeOf.get(keyOf(client))!]));
  return { people: sorted.map(([, person]) => person), places };
}
