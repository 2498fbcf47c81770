/**
 * Cursors between awareness and the wire (PROTOCOL.md, A1, A2). Only the position is sent. The user, name and colour
 * come from the roster, so that no peer can impersonate another.
 */
import { applyAwarenessUpdate, removeAwarenessStates, type Awareness } from 'y-protocols/awareness';
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from 'lib0/encoding';
import { parseJson } from '../protocol/bytes.ts';
import { decodeCursorBytes } from './cursor-bytes.ts';
import type { PresentEntry, RosterEntry } from '../ports/document-log.ts';

const encoder = new TextEncoder();

/** The local cursor as JSON; `null` when there is none. */
export function encodeCursor(awareness: Awareness): Uint8Array {
  const cursor: unknown = awareness.getLocalState()?.['cursor'] ?? null;
  return new Uint8Array(encoder.encode(JSON.stringify(cursor)));
}

/**
 * Puts a peer's cursor into awareness under the roster's name. Bytes that are not a cursor are dropped. `isBinary`: they
 * are from a signed frame.
 */
export function showCursor(
  awareness: Awareness,
  peer: { entry: RosterEntry; clock: number; bytes: Uint8Array; isBinary: boolean },
  origin: unknown,
): void {
  const cursor = peer.isBinary ? decodeCursorBytes(peer.bytes) : decodeCursor(peer.bytes);
  if (cursor === undefined || peer.entry.clientId === awareness.clientID) return;
  const update = createEncoder();
  writeVarUint(update, 1);
  writeVarUint(update, peer.entry.clientId);
  writeVarUint(update, peer.clock);
  writeVarString(update, JSON.stringify({ cursor, user: userOf(peer.entry) }));
  applyAwarenessUpdate(awareness, toUint8Array(update), origin);
}

/** Awareness removes clients that have sent nothing for 30 seconds; this postpones that. */
export function keepCursors(awareness: Awareness, clientIds: readonly number[]): void {
  const nowMs = Date.now();
  for (const clientId of clientIds) {
    const meta = awareness.meta.get(clientId);
    if (meta) meta.lastUpdated = nowMs;
  }
}

export function hideCursors(awareness: Awareness, clientIds: readonly number[], origin: unknown): void {
  const others = clientIds.filter((clientId) => clientId !== awareness.clientID);
  removeAwarenessStates(awareness, others, origin);
}

/** The roster changed: shown cursors take the new names and colours, and those of silent peers are marked. */
export function nameCursors(awareness: Awareness, roster: readonly PresentEntry[], origin: unknown): void {
  const updated: number[] = [];
  for (const entry of roster) {
    const state = awareness.states.get(entry.clientId);
    const user = userOf(entry);
    if (!state || entry.clientId === awareness.clientID || isSameUser(state['user'], user)) continue;
    awareness.states.set(entry.clientId, { ...state, user });
    updated.push(entry.clientId);
  }
  if (updated.length === 0) return;
  awareness.emit('change', [{ added: [], updated, removed: [] }, origin]);
}

const userOf = ({ name, color, isSilent }: PresentEntry) =>
  isSilent ? { name, color, isSilent } : { name, color };

function isSameUser(user: unknown, other: ReturnType<typeof userOf>): boolean {
  if (typeof user !== 'object' || user === null) return false;
  const { name, color, isSilent } = user as Record<string, unknown>;
  return name === other.name && color === other.color && isSilent === other.isSilent;
}

/** Undefined for anything but `null` or two relative positions: the binding resolves them without checking. */
function decodeCursor(bytes: Uint8Array): { anchor: object; head: object } | null | undefined {
  const cursor = parseJson(bytes);
  if (cursor === null) return null;
  if (typeof cursor !== 'object' || cursor === undefined) return undefined;
  const { anchor, head } = cursor as { anchor?: unknown; head?: unknown };
  return isPosition(anchor) && isPosition(head) ? { anchor, head } : undefined;
}

function isPosition(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const { type, tname, item, assoc } = value as Record<string, unknown>;
  const isName = tname === undefined || tname === null || typeof tname === 'string';
  return isId(type) && isId(item) && isName && (assoc === undefined || typeof assoc === 'number');
}

function isId(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  const { client, clock } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(client) &&
    Number.isSafeInteger(clock) &&
    (client as number) >= 0 &&
    (clock as number) >= 0
  );
}
