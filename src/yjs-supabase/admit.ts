/**
 * The one gate that every remote update passes before it touches the document (PROTOCOL.md, W4, W7, W9): is it an update
 * at all, is it small enough, does it only claim to be written by the client that sent it, and may its content get in?
 */
import { decodeUpdate, decodeUpdateV2, diffUpdateV2, encodeStateVector, type Doc } from 'yjs';
import { readTypist } from './read-typist.ts';
import type { IncomingUpdate } from './core/events.ts';

/** `banned`: Yjs clients whose waiting parts turn out to be poison. */
export type Verdict =
  | { readonly kind: 'good'; readonly banned: readonly number[] }
  | { readonly kind: 'poison' }
  /** This client would damage the document, because it does not know the content. */
  | { readonly kind: 'unknown' };

/** Judges content for one document; a port. It sees every update, own ones too, so that it may judge by the whole. */
export interface UpdateGate {
  judge(update: Uint8Array, source: IncomingUpdate['source'] | 'own'): Verdict;
  /** Poison by now, whatever it was taken for when it was judged. */
  isBanned(update: Uint8Array): boolean;
}

export interface Admitted {
  readonly good: readonly IncomingUpdate[];
  readonly rejected: readonly Uint8Array[];
  readonly banned: readonly number[];
}

/** Null when something that is not live cannot be taken: nothing of a reply that cannot be read whole may be shown. */
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
    const verdict = isSound(update, maxLiveBytes) ? (gate?.judge(bytes, source) ?? GOOD) : POISON;
    if (verdict.kind === 'unknown' && source !== 'live') return null;
    // Without its ground nothing of a document can be shown.
    if (verdict.kind === 'poison' && source === 'snapshot') return null;
    if (verdict.kind !== 'good') rejected.push(bytes);
    else {
      taken.push(update);
      if (verdict.banned.length > 0) banned.push(...verdict.banned);
    }
  }
  if (banned.length === 0) return { good: taken, rejected, banned };
  // What was taken for good a moment ago may have been found out by what followed.
  const late = taken.filter(({ bytes }) => gate?.isBanned(bytes) === true);
  const good = taken.filter((update) => !late.includes(update));
  return { good, rejected: [...rejected, ...late.map(({ bytes }) => bytes)], banned };
}

const GOOD: Verdict = { kind: 'good', banned: [] };
const POISON: Verdict = { kind: 'poison' };

function isSound({ bytes, source, clientId }: IncomingUpdate, maxLiveBytes: number): boolean {
  if (source === 'live' && bytes.length > maxLiveBytes) return false;
  // Who wrote a row of the log, the server has checked.
  const writer = source === 'live' ? clientId : null;
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

/** Forgets what waits in a document and was written by these clients, before what it waits for lets it in. */
export function dropWaiting(doc: Doc, clients: readonly number[]): void {
  const { pendingStructs } = doc.store;
  if (pendingStructs === null || clients.length === 0) return;
  const past = encodeStateVector(new Map(clients.map((client) => [client, Number.MAX_SAFE_INTEGER])));
  const update = diffUpdateV2(pendingStructs.update, past);
  const isEmpty = decodeUpdateV2(update).structs.length === 0;
  doc.store.pendingStructs = isEmpty ? null : { ...pendingStructs, update };
}
