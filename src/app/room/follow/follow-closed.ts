/**
 * Keeps sentences whole for a tab that was closed before it sent its updates. Replays the remote changes to its text as
 * that tab would have received them: the remote rows after the local text.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { FOLLOW_ORIGIN, followText } from './follow-text.ts';

export interface ClosedTab {
  /** Yjs client that wrote the text. */
  readonly clientId: number;
  /** The state that the rows build on. */
  readonly before: readonly Uint8Array[];
  readonly rows: readonly { readonly bytes: Uint8Array; readonly isOwn: boolean }[];
  readonly own: readonly Uint8Array[];
}

export interface Repair {
  /** Yjs client of the update, new for this repair. */
  readonly clientId: number;
  readonly update: Uint8Array;
  /** Clocks of the characters that it moves to their place. */
  readonly moved: ReadonlySet<number>;
}

/** Null if no text can be placed, or if the log no longer has the change that deleted it. */
export function followClosed({ clientId, before, rows, own }: ClosedTab): Repair | null {
  const doc = new Y.Doc();
  const writer = doc.clientID;
  const written = Y.mergeUpdates([...rows.filter(({ isOwn }) => isOwn).map(({ bytes }) => bytes), ...own]);
  const needed = neededBy(written, clientId);
  const isReady = (): boolean =>
    [...needed].every(([client, clock]) => Y.getState(doc.store, client) >= clock);
  applyUpdates(doc, before);
  const others = rows.filter(({ isOwn }) => !isOwn);
  let seen = 0;
  for (; seen < others.length && !isReady(); seen += 1) applyUpdates(doc, [others[seen]!.bytes]);
  if (!isReady() || seen === others.length) return null;
  applyUpdates(doc, [written]);
  const moved = new Set<number>();
  const updates: Uint8Array[] = [];
  const follower = followText(doc, TEXT_ROOT, { onlyMoves: true });
  follower.onHeirs((heirs) => {
    for (const [from, to] of heirs)
      if (from.client === clientId && to.client === writer) moved.add(from.clock);
  });
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === FOLLOW_ORIGIN) updates.push(update);
  });
  // Remote changes arrive as at the closed tab's client; the moves are written by a new client.
  doc.clientID = clientId;
  doc.once('afterAllTransactions', () => {
    doc.clientID = writer;
  });
  const rest = others.slice(seen).map(({ bytes }) => bytes);
  follower.takeIncoming(rest.map((bytes) => ({ bytes, clientId: null })));
  applyUpdates(doc, rest, 'log');
  follower.close();
  return updates.length > 0 ? { clientId: writer, update: Y.mergeUpdates(updates), moved } : null;
}

/** Clocks of other clients that an update depends on. */
function neededBy(update: Uint8Array, clientId: number): ReadonlyMap<number, number> {
  const needed = new Map<number, number>();
  const need = (client: number, end: number): void => {
    if (client !== clientId) needed.set(client, Math.max(end, needed.get(client) ?? 0));
  };
  const { structs, ds } = Y.decodeUpdate(update);
  for (const item of structs) {
    if (!(item instanceof Y.Item)) continue;
    const parent = item.parent instanceof Y.ID ? item.parent : null;
    for (const id of [item.origin, item.rightOrigin, parent]) if (id) need(id.client, id.clock + 1);
  }
  for (const [client, ranges] of ds.clients) for (const { clock, len } of ranges) need(client, clock + len);
  return needed;
}
