import * as Y from 'yjs';
import type { HeirRange } from './heir-ranges.ts';

/** A row of the log. `client` is the Yjs client id of its editing session; null when that is unknown. */
export interface LoggedUpdate {
  readonly client: number | null;
  readonly atMs: number;
  readonly update: Uint8Array;
  /** Which deleted text the update inserts again, as its page declared; absent where it did not. */
  readonly heirs?: readonly HeirRange[];
}

export type DeleteSet = Y.Transaction['deleteSet'];

export interface Change extends LoggedUpdate {
  /** Ranges that its author deleted; another user may have deleted them first. */
  readonly named: DeleteSet;
  readonly structs: readonly Struct[];
}

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/**
 * Yields each row after the rows it depends on, and the rows of one author in order. Pages show changes before they are
 * logged, so a dependent row may be logged first. The caller applies each row to the document before it takes the next.
 */
export function* inCausalOrder(doc: Y.Doc, rows: Iterable<LoggedUpdate>): Generator<Change> {
  let waiting: Change[] = [];
  for (const row of rows) {
    const { structs, ds } = Y.decodeUpdate(row.update);
    waiting.push({ ...row, named: ds, structs });
    for (let next = findReady(doc, waiting); next; next = findReady(doc, waiting)) {
      const ready = next;
      waiting = waiting.filter((one) => one !== ready);
      yield ready;
    }
  }
  yield* waiting;
}

const findReady = ({ store }: Y.Doc, waiting: readonly Change[]): Change | undefined =>
  waiting.find(({ client: author, structs, named }, at) => {
    if (waiting.slice(0, at).some(({ client }) => client === author)) return false;
    const ends = new Map(structs.map(({ id, length }) => [id.client, id.clock + length]));
    const isThere = (client: number, end: number): boolean =>
      end <= Math.max(Y.getState(store, client), ends.get(client) ?? 0);
    const first = new Map(structs.toReversed().map(({ id }) => [id.client, id.clock]));
    return (
      [...first].every(([client, clock]) => clock <= Y.getState(store, client)) &&
      structs.flatMap(groundOf).every(({ client, clock }) => isThere(client, clock + 1)) &&
      [...named.clients].every(([client, ranges]) =>
        ranges.every(({ clock, len }) => isThere(client, clock + len)),
      )
    );
  });

/** The ids that a struct refers to. */
const groundOf = (struct: Struct): Y.ID[] =>
  struct instanceof Y.Item
    ? [struct.origin, struct.rightOrigin, struct.parent].filter((id) => id instanceof Y.ID)
    : [];
