/** The device's side of one document: its text, and the updates of closed tabs that belong on top of it. */
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import type { DocumentLog, LogFailure } from '#yjs-supabase';
import type { RoomText } from './device-text.ts';
import type { DrainReport } from './drain-outbox.ts';
import { groupBySession, type KeptUpdate } from './kept-update.ts';
import type { LocalCopy } from './local-copy.ts';
import type { LocalDatabase } from './local-copy-database.ts';
import type { OpenTexts } from './open-texts.ts';
import { readText, removeTexts, type StoredText } from './texts-database.ts';

export interface RoomTextPorts {
  readonly documentId: string;
  readonly database: Pick<LocalDatabase, 'run'>;
  /** Writing comes later, and is loaded later; null where it cannot be loaded. */
  readonly late: PromiseLike<Pick<OpenTexts, 'put' | 'hear'> | null>;
  readonly copy: Pick<LocalCopy, 'listUnsent' | 'listAckedSince'>;
  readonly drain: () => Promise<DrainReport | null>;
  /** The text of a document that the server may not have yet; null for any other. */
  readonly readBegun: () => Promise<Omit<StoredText, 'documentId'> | null>;
}

export interface OpenedRoomText extends RoomText {
  /** A log that takes this session's updates only after those of closed tabs, on which they may depend. */
  after(log: DocumentLog): DocumentLog;
}

/** Another tab may have written the text, without what this one had sent a moment before. */
const OVERLAP_MS = 60_000;

export function openRoomText({
  documentId,
  database,
  late,
  copy,
  drain,
  readBegun,
}: RoomTextPorts): OpenedRoomText {
  let shown: readonly KeptUpdate[] = [];
  let isDrained = false;

  async function listWaiting(generation: number): Promise<readonly KeptUpdate[]> {
    const listed = await copy.listUnsent();
    if (!listed.ok) return [];
    const own = listed.value.filter((row) => row.documentId === documentId && row.generation === generation);
    return groupBySession(own.filter(({ refused }) => refused === undefined)).flat();
  }

  /** A tab that was killed after the reply of the server had no time to write the text again. */
  async function listLogged(generation: number, writtenAtMs: number): Promise<readonly Uint8Array[]> {
    const listed = await copy.listAckedSince(writtenAtMs - OVERLAP_MS);
    if (!listed.ok) return [];
    const own = listed.value.filter((row) => row.documentId === documentId && row.generation === generation);
    return groupBySession(own).flatMap((rows) => rows.map(({ bytes }) => bytes));
  }

  async function sendShown(): Promise<LogFailure | null> {
    if (shown.length === 0 || isDrained) return null;
    const report = await drain();
    if (report?.later?.kind === 'unreachable') return report.later;
    isDrained = true;
    return null;
  }

  return {
    read: async () => {
      const kept = await readText(database, documentId);
      const text = kept ?? (await readBegun());
      // A newer app has written it.
      if (!text || text.schema > SCHEMA_MAJOR) return null;
      const { generation } = text;
      const [waiting, logged] = await Promise.all([
        listWaiting(generation),
        listLogged(generation, kept?.usedAtMs ?? 0),
      ]);
      shown = waiting;
      return { ...text, logged, updates: shown.map(({ bytes }) => bytes) };
    },
    write: (text) => void late.then((texts) => texts?.put({ ...text, documentId, schema: SCHEMA_MAJOR })),
    hear: (name, value) => void late.then((texts) => texts?.hear(documentId, name, value)),
    remove: () => void removeTexts(database, [documentId]),
    isSent: async () => {
      const [first] = shown;
      if (!first) return true;
      const waiting = await listWaiting(first.generation);
      const isWaiting = ({ sessionId, counter }: KeptUpdate): boolean =>
        waiting.some((row) => row.sessionId === sessionId && row.counter === counter);
      return !shown.some(isWaiting);
    },
    after: (log) => ({
      ...log,
      append: async (request) => {
        const failure = await sendShown();
        return failure === null ? log.append(request) : { ok: false, failure };
      },
    }),
  };
}
