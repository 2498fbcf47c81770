/**
 * The gate that every remote update passes before it reaches the document (PROTOCOL.md, W4, W7, W9). It checks the
 * encoding, the size, that a live update contains only its sender's structs, and the content.
 */
import { decodeUpdate, decodeUpdateV2, diffUpdateV2, encodeStateVector, type Doc } from 'yjs';
import { readTypist } from './read-typist.ts';
import type { IncomingUpdate } from '../core/events.ts';

/** `banned`: Yjs clients whose pending structs turn out to be poison. */
export type Verdict =
  | { readonly kind: 'good'; readonly banned: readonly number[] }
  | { readonly kind: 'poison' }
  /** Content outside this client's schema: applying it would damage the document. */
  | { readonly kind: 'unknown' };

/** Judges the content of updates to one document; a port. It sees every update, local ones too, to judge the whole. */
export interface UpdateGate {
  judge(update: Uint8Array, source: 'snapshot' | 'log' | 'live' | 'own'): Verdict;
  /** True if a later update revealed this one as poison. */
  isBanned(update: Uint8Array): boolean;
}

export interface Admitted {
  readonly good: readonly IncomingUpdate[];
  readonly rejected: readonly Uint8Array[];
  readonly banned: readonly number[];
}

/** Null when a part of a reply cannot be applied: a reply is shown completely or not at all. */
export function admit(
  updates: readonly IncomingUpdate[],
  gate: UpdateGate | null,
  maxLiveBytes: number,
): Admitted | null {
  const taken: IncomingUpdate[] = [];
  const rejected: Uint8Array[] = [];
  const banned: number[] = [];
  for (const update of updates) {
    const { bytes, source } = update;
    const verdict = isSound(update, maxLiveBytes) ? (gate?.judge(bytes, judgedAs(source)) ?? GOOD) : POISON;
    if (verdict.kind === 'unknown' && !isOfPeer(source)) return null;
    // The rows after a snapshot cannot be shown without it.
    if (verdict.kind === 'poison' && source === 'snapshot') return null;
    if (verdict.kind !== 'good') rejected.push(bytes);
    else {
      taken.push(update);
      if (verdict.banned.length > 0) banned.push(...verdict.banned);
    }
  }
  if (banned.length === 0) return { good: taken, rejected, banned };
  // A later update of the batch may have revealed an earlier one as poison.
  const late = taken.filter(({ bytes }) => gate?.isBanned(bytes) === true);
  const good = taken.filter((update) => !late.includes(update));
  return { good, rejected: [...rejected, ...late.map(({ bytes }) => bytes)], banned };
}

const GOOD: Verdict = { kind: 'good', banned: [] };
const POISON: Verdict = { kind: 'poison' };

/** The bytes came from a peer, not from the log. */
const isOfPeer = (source: IncomingUpdate['source']): boolean => source === 'live' || source === 'recalled';

const judgedAs = (source: IncomingUpdate['source']): 'snapshot' | 'log' | 'live' =>
  source === 'recalled' ? 'log' : source;

function isSound({ bytes, source, clientId }: IncomingUpdate, maxLiveBytes: number): boolean {
  if (isOfPeer(source) && bytes.length > maxLiveBytes) return false;
  // The server has checked the authors of rows of the log.
  const writer = isOfPeer(source) ? clientId : null;
  try {
    if (writer !== null && readTypist(bytes) === writer) return true;
    const { structs } = decodeUpdate(bytes);
    return writer === null || structs.every((struct) => struct.id.client === writer);
  } catch (error) {
    // Yjs throws plain errors of several kinds on bytes that are not an update.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Drops the pending structs of these clients, before the updates that would complete them are applied. */
export function dropWaiting(doc: Doc, clients: readonly number[]): void {
  const { pendingStructs } = doc.store;
  if (pendingStructs === null || clients.length === 0) return;
  const past = encodeStateVector(new Map(clients.map((client) => [client, Number.MAX_SAFE_INTEGER])));
  const update = diffUpdateV2(pendingStructs.update, past);
  const isEmpty = decodeUpdateV2(update).structs.length === 0;
  doc.store.pendingStructs = isEmpty ? null : { ...pendingStructs, update };
}
