/** The provider's log port, over edge functions and database functions. Expected failures are values. */
import * as z from 'zod/mini';
import { encodeFrame } from '#contract/frame.ts';
import { decodeHex, encodeHex } from '#contract/hex.ts';
import {
  appendHeader,
  appendReply,
  headReply,
  keyDigits,
  loadHeader,
  loadRequest,
  openSessionReply,
  openSessionRequest,
  relayHeader,
  saveSnapshotReply,
  saveSnapshotRequest,
} from '#contract/requests.ts';
import type {
  Appended,
  AppendRequest,
  DocumentLog,
  KeyedEntry,
  LoadedLog,
  LogHead,
  OpenedSession,
  OpenSessionRequest,
  Outcome,
  ReadHeadRequest,
  RelayRequest,
} from '#yjs-supabase';
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { assignAuthorColors } from './author-colors.ts';
import { callFunction, callFunctionForFrame } from './call-function.ts';
import { getSupabase } from './supabase.ts';

/** `onWeight` receives the document's weight (`limits.ts`) with every head reply. */
export function createDocumentLog(onWeight: (weight: number) => void = () => undefined): DocumentLog {
  return {
    openSession: (request) => settle(() => openSession(request)),
    load: ({ documentId, after }) => settle(() => load(documentId, after)),
    append: (request) => settle(() => append(request)),
    relay: (request) => settle(() => relay(request)),
    head: (request) =>
      settle(async () => {
        const { weight, ...rest } = await head(request);
        onWeight(weight);
        return rest;
      }),
    roster: (documentId, sessionId) => settle(() => roster(documentId, sessionId)),
    fold: (documentId) => settle(() => fold(documentId)),
  };
}

/** A malformed reply counts as unreachable: a retry is safe, a false *Saved* is not. */
async function settle<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, retryAfterMs } = error;
    if (code === 'unreachable' || code === 'unexpected_reply') {
      return { ok: false, failure: { kind: 'unreachable' } };
    }
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { ok: false, failure: { kind: 'refused', code, ...wait } };
  }
}

async function openSession(request: OpenSessionRequest): Promise<OpenedSession> {
  const body = openSessionRequest.parse(request);
  const { sessionId: _, secret, ...facts } = await callFunction('open-session', body, openSessionReply);
  return { ...facts, secret: decodeHex(secret) };
}

async function load(documentId: string, after: number | null): Promise<LoadedLog> {
  const body = loadRequest.parse({ documentId, after });
  const { header, parts } = await callFunctionForFrame('load-document', body, loadHeader);
  const skipped = header.snapshotSeq === null ? 0 : 1;
  if (parts.length !== header.rows.length + skipped) {
    throw new ApiError({ code: 'unexpected_reply', status: 200 });
  }
  const { snapshotSeq, rows, ...rest } = header;
  return {
    ...rest,
    snapshot: snapshotSeq === null ? null : { seq: snapshotSeq, bytes: partAt(parts, 0) },
    rows: rows.map(([seq, sessionId, counter, kind], index) => ({
      seq,
      sessionId,
      counter,
      kind,
      bytes: partAt(parts, index + skipped),
    })),
  };
}

function partAt(parts: readonly Uint8Array[], index: number): Uint8Array {
  const part = parts[index];
  if (!part) throw new Error(`no part ${index} among ${parts.length}`);
  return part;
}

async function append({ updates, leaving, ...request }: AppendRequest): Promise<Appended> {
  const frame = encodeFrame(appendHeader.parse(request), updates);
  return callFunction('append-updates', frame, appendReply, { leaving });
}

async function relay({ updates, ...request }: RelayRequest): Promise<Appended> {
  const said = updates.map(({ counter, tag }) => [counter, encodeHex(tag)]);
  const header = relayHeader.parse({ ...request, said });
  const frame = encodeFrame(
    header,
    updates.map(({ bytes }) => bytes),
  );
  return callFunction('append-updates', frame, appendReply);
}

async function fold(documentId: string): Promise<null> {
  const body = saveSnapshotRequest.parse({ documentId, version: false });
  await callFunction('save-snapshot', body, saveSnapshotReply);
  return null;
}

async function head({
  documentId,
  sessionId,
  since,
}: ReadHeadRequest): Promise<LogHead & { readonly weight: number }> {
  const args = { p_document: documentId, p_session: sessionId, p_since: since };
  const request = getSupabase().rpc('document_head', args).abortSignal(timeLimit());
  return askDatabase(request, headReply);
}

const rosterSchema = z.array(
  z.object({
    session_id: z.uuid(),
    client_id: z.int().check(z.nonnegative()),
    user_id: z.uuid(),
    name: z.string(),
    color: z.nullable(z.int()),
    key: z.nullable(keyDigits),
  }),
);

async function roster(documentId: string, sessionId: string): Promise<readonly KeyedEntry[]> {
  const args = { p_document: documentId, p_session: sessionId };
  const request = getSupabase().rpc('room_roster', args).abortSignal(timeLimit());
  const rows = await askDatabase(request, rosterSchema);
  const colors = assignAuthorColors(rows.map((row) => ({ userId: row.user_id, color: row.color })));
  return rows.map((row) => ({
    sessionId: row.session_id,
    clientId: row.client_id,
    userId: row.user_id,
    name: row.name,
    color: colors.get(row.user_id) ?? '',
    key: row.key === null ? null : decodeHex(row.key),
  }));
}
