/** Prepares the documents of an archive one after the other. What is finished stays on the device; another start goes on there. */
import { ApiError, type ApiErrorCode } from '../../data/api-error.ts';
import type { ListedDocument } from '../../data/documents.ts';
import type { KeptArchive, KeptFacts } from '../../room/archive-on-device.ts';
import type { PackedDocument } from './pack-document.ts';

export interface CollectPorts {
  readonly kept: KeptArchive<PackedDocument>;
  /** Rejects with an ApiError for a refusal. */
  readonly take: (document: ListedDocument) => Promise<PackedDocument>;
  /** Rejects when the signal aborts. */
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
}

export interface Progress {
  readonly done: number;
  readonly of: number;
  readonly title: string;
  /** Why nothing is read at the moment. */
  readonly waitsFor: 'server' | 'connection' | null;
}

export interface Left {
  readonly document: ListedDocument;
  readonly code: ApiErrorCode;
}

export type Collected =
  | { readonly kind: 'ready'; readonly ids: readonly string[]; readonly left: readonly Left[] }
  | { readonly kind: 'cancelled' }
  /** The user has to sign in again. */
  | { readonly kind: 'signed-out' };

/** Between two documents, and before what is refused for now is requested again. */
const GAP_MS = 150;
const RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;
/** A document that the server fails to read is left out. */
const MOST_FAILURES = 3;
/** Older ones tell of comments and names of their time. */
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** Whether it can be part of the archive without being read again. */
export const isFresh = (kept: KeptFacts, { role, updatedAt }: ListedDocument, nowMs: number): boolean =>
  kept.role === role && kept.updatedAtMs === updatedAt.getTime() && nowMs - kept.takenAtMs < KEPT_FOR_MS;

export async function collectArchive(
  ports: CollectPorts,
  documents: readonly ListedDocument[],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Collected> {
  const fresh = await dropOld(ports, documents);
  const left: Left[] = [];
  const ids: string[] = [];
  try {
    for (const document of documents) {
      const tell = (waitsFor: Progress['waitsFor']): void =>
        onProgress({ done: ids.length + left.length, of: documents.length, title: document.title, waitsFor });
      signal.throwIfAborted();
      tell(null);
      if (!fresh.has(document.id)) {
        const code = await keepOne(ports, document, tell, signal);
        if (code === 'unauthenticated') return { kind: 'signed-out' };
        if (code !== null) {
          left.push({ document, code });
          continue;
        }
        await ports.wait(GAP_MS, signal);
      }
      ids.push(document.id);
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    throw error;
  }
  return { kind: 'ready', ids, left };
}

/** Rights may have changed, and documents. Returns the ids of those that stay. */
async function dropOld({ kept, nowMs }: CollectPorts, documents: readonly ListedDocument[]) {
  const listed = new Map(documents.map((document) => [document.id, document]));
  const fresh = new Set<string>();
  for (const facts of await kept.list()) {
    const document = listed.get(facts.id);
    if (document && isFresh(facts, document, nowMs())) fresh.add(facts.id);
    else await kept.remove(facts.id);
  }
  return fresh;
}

/** Null when it is on the device. */
async function keepOne(
  { kept, take, wait, nowMs }: CollectPorts,
  document: ListedDocument,
  tell: (waitsFor: Progress['waitsFor']) => void,
  signal: AbortSignal,
): Promise<ApiErrorCode | null> {
  for (let [failures, retryMs] = [0, RETRY_MS]; ; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
    try {
      const takenAtMs = nowMs();
      const packed = await take(document);
      signal.throwIfAborted();
      const bytes = packed.files.reduce((sum, file) => sum + file.bytes, 0);
      await kept.put({
        id: document.id,
        role: document.role,
        updatedAtMs: document.updatedAt.getTime(),
        takenAtMs,
        bytes,
        files: packed.files.length,
        packed,
      });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, retryAfterMs } = error;
      if (PERMANENT.has(code)) return code;
      const isOffline = code === 'unreachable';
      failures += isOffline || code === 'rate_limited' ? 0 : 1;
      if (failures === MOST_FAILURES) return code;
      tell(isOffline ? 'connection' : 'server');
      await wait(Math.max(retryAfterMs ?? 0, retryMs), signal);
      tell(null);
    }
  }
}

const PERMANENT: ReadonlySet<ApiErrorCode> = new Set(['forbidden', 'not_found', 'gone', 'unauthenticated']);
