/**
 * A user may be typing where a restore deleted text. Yjs inserts their next letters behind the deleted text, but an undo inserts
 * before it: in the middle of their word. This module moves the text of an undo behind such letters.
 */
import * as Y from 'yjs';
import { joinRanges, type HeirRange } from '../contract/authorship/heir-ranges.ts';

/** Of two texts that were inserted at one place at the same time, Yjs puts that of the larger client behind. */
export const largeClient = (): number => 0xffffffff - (crypto.getRandomValues(new Uint32Array(1))[0]! >>> 12);

/** In the text that `client` has just inserted. Returns `heirs` with the new places. */
export function moveBehindTypists(
  doc: Y.Doc,
  client: number,
  heirs: readonly HeirRange[],
): readonly HeirRange[] {
  const texts = new Set(
    (doc.store.clients.get(client) ?? []).flatMap((struct) =>
      struct instanceof Y.Item && struct.parent instanceof Y.XmlText ? [struct.parent] : [],
    ),
  );
  const places = new Map<number, number>();
  doc.transact(() => {
    for (const text of texts) {
      // From the end, so that the places of earlier runs stay valid.
      for (const run of runsBeforeTypists(text, client).toReversed()) {
        const since = Y.getState(doc.store, client);
        moveRun(text, run);
        const now = clocksOf(doc, client, since);
        for (const [at, clock] of run.clocks.entries()) places.set(clock, now[at]!);
      }
    }
  });
  if (places.size === 0) return heirs;
  return joinRanges(
    heirs.flatMap(({ clock, from, length }) =>
      Array.from({ length }, (_, at) => ({
        clock: places.get(clock + at) ?? clock + at,
        from: { client: from.client, clock: from.clock + at },
        length: 1,
      })),
    ),
  );
}

interface Run {
  readonly at: number;
  /** Of each unit. */
  readonly clocks: readonly number[];
  /** Where the text of the user ends who types there. */
  readonly behind: number;
}

function runsBeforeTypists(text: Y.XmlText, client: number): Run[] {
  const items = visibleItems(text);
  const runs: Run[] = [];
  for (let at = 0, place = 0; at < items.length;) {
    const first = at;
    const start = place;
    while (items[at]?.id.client === client) place += items[at++]!.length;
    const run = items.slice(first, at);
    const end = run.length === 0 ? null : endOfTypist(items, first - 1, at);
    // Between texts that come back: typed before the user received the restore, so it is where it belongs.
    const isBetween = end !== null && items[end]?.id.client === client;
    if (end !== null && !isBetween && run.every(({ content }) => content instanceof Y.ContentString)) {
      const behind = items.slice(at, end).reduce((sum, { length }) => sum + length, place);
      runs.push({ at: start, clocks: run.flatMap(clocksIn), behind });
    }
    if (at < items.length) place += items[at++]!.length;
  }
  return runs;
}

function visibleItems(text: Y.XmlText): Y.Item[] {
  const items: Y.Item[] = [];
  for (let item = text._start; item; item = item.right) if (!item.deleted && item.countable) items.push(item);
  return items;
}

const clocksIn = ({ id, length }: Y.Item): number[] => Array.from({ length }, (_, at) => id.clock + at);

/** The index of the first item behind what the author of `items[before]` typed on, from `next`; null if they typed elsewhere since. */
function endOfTypist(items: readonly Y.Item[], before: number, next: number): number | null {
  const last = items[before];
  const store = last?.parent instanceof Y.XmlText ? last.parent.doc?.store : undefined;
  if (!last || !store) return null;
  const { client } = last.id;
  let end = next;
  let clock = nextTyped(store, last);
  for (let item = items[end]; item?.id.client === client && item.id.clock === clock; item = items[end]) {
    clock = nextTyped(store, item);
    end += 1;
  }
  return end > next || clock === Y.getState(store, client) ? end : null;
}

/**
 * The clock of the next character that the author of this one typed, apart from those that were deleted since. Text that came
 * back counts where it was first.
 */
function nextTyped(store: Y.Doc['store'], { id }: Y.Item): number {
  const structs = store.clients.get(id.client) ?? [];
  for (let at = Y.findIndexSS(structs, id.clock) + 1; at < structs.length; at += 1) {
    const struct = structs[at];
    const counts =
      struct instanceof Y.Item && (struct.redone !== null || (!struct.deleted && struct.countable));
    if (counts) return struct.id.clock;
  }
  return Y.getState(store, id.client);
}

function moveRun(text: Y.XmlText, { at, clocks, behind }: Run): void {
  let [from, to] = [0, behind];
  const end = at + clocks.length;
  for (const { insert, attributes = {} } of text.toDelta() as readonly Piece[]) {
    const piece = insert.slice(Math.max(0, at - from), Math.max(0, end - from));
    from += insert.length;
    if (piece === '') continue;
    text.insert(to, piece, attributes);
    to += piece.length;
  }
  text.delete(at, clocks.length);
}

interface Piece {
  readonly insert: string;
  readonly attributes?: Record<string, unknown>;
}

/** The clocks of the characters that a client inserted since. */
const clocksOf = (doc: Y.Doc, client: number, since: number): number[] =>
  (doc.store.clients.get(client) ?? []).flatMap((struct) =>
    struct instanceof Y.Item && struct.id.clock >= since && struct.content instanceof Y.ContentString
      ? clocksIn(struct)
      : [],
  );
