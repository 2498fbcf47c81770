/**
 * Writers who insert letters into each other's words, and possible orders of delivery to a reader. Each writer's rows stay in
 * order. They come in batches, the writers mixed, and some live updates early.
 */
import * as Y from 'yjs';
import { createRandom } from './random.ts';

const ROOT = 'text';
const WRITERS = 3;
const EARLY_UPDATES = 4;
const MOST_IN_A_ROW = 3;

export interface Delivery {
  readonly updates: readonly Uint8Array[];
  /** The text of a reader that has received everything. */
  readonly text: string;
}

export const textOf = (doc: Y.Doc): string => doc.getText(ROOT).toJSON();

/** The same seed gives the same delivery. */
export function makeDelivery(seed: number, changes: number): Delivery {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const writers = write(changes, below);
  const updates = mix(
    writers.map(({ own }) => own),
    below,
  );
  for (let early = 0; early < EARLY_UPDATES; early += 1) {
    const { own } = writers[below(writers.length)]!;
    if (own.length > 0) updates.splice(below(updates.length + 1), 0, own[below(own.length)]!);
  }
  return { updates, text: readAll(writers) };
}

interface Writer {
  readonly doc: Y.Doc;
  readonly own: Uint8Array[];
  readonly waiting: Uint8Array[];
}

function write(changes: number, below: (end: number) => number): readonly Writer[] {
  const writers = Array.from({ length: WRITERS }, (_, at): Writer => {
    const doc = new Y.Doc();
    doc.clientID = at + 1;
    return { doc, own: [], waiting: [] };
  });
  for (const writer of writers)
    writer.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === ROOT) return;
      writer.own.push(update);
      for (const other of writers) if (other !== writer) other.waiting.push(update);
    });
  for (let change = 0; change < changes; change += 1) {
    const { doc, waiting } = writers[below(writers.length)]!;
    for (const update of waiting.splice(0, below(waiting.length + 1))) Y.applyUpdate(doc, update, ROOT);
    const text = doc.getText(ROOT);
    if (below(7) === 0 && text.length > 2) text.delete(below(text.length), 1);
    else text.insert(below(text.length + 1), 'abc'.slice(below(3)));
  }
  return writers;
}

/** Each writer's updates in order, up to three in a row. */
function mix(written: readonly (readonly Uint8Array[])[], below: (end: number) => number): Uint8Array[] {
  const left = written.map((own) => [...own]);
  const rows: Uint8Array[] = [];
  for (let open = left; (open = open.filter((own) => own.length > 0)).length > 0;) {
    const own = open[below(open.length)]!;
    rows.push(Y.mergeUpdates(own.splice(0, 1 + below(MOST_IN_A_ROW))));
  }
  return rows;
}

function readAll([writer]: readonly Writer[]): string {
  const { doc, waiting } = writer!;
  for (const update of waiting) Y.applyUpdate(doc, update, ROOT);
  return textOf(doc);
}
