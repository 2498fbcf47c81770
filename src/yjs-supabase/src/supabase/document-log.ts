/**
 * The document log over Supabase: edge functions append, load and fold; database functions return frequently read data.
 * Their names, arguments and replies are listed in README.md.
 */
import * as z from 'zod/mini';
import type {
  Appended,
  AppendRequest,
  DocumentLog,
  LoadedLog,
  Outcome,
  RelayRequest,
  RowName,
} from '../ports/document-log.ts';
import { decodeHex, encodeHex } from '../protocol/bytes.ts';
import { decodeMessage, encodeMessage, type BinaryMessage } from './binary-message.ts';
import { requestsOf, type LogRequests, type RequestHost } from './log-requests.ts';
import { createTimeLimits, FOLD_MS, LOAD_MS, QUICK_MS } from './time-limits.ts';
import { colorsById, type ColoredUser } from './user-colors.ts';

export interface DocumentLogOptions {
  /** Receives the document's weight in bytes with every reply to `head`. */
  readonly onWeight?: (weight: number) => void;
  /** The colors of these users, as `#` and six hexadecimal digits. */
  readonly colorsOf?: (users: readonly ColoredUser[]) => ReadonlyMap<string, string>;
}

/** @example const log = createSupabaseDocumentLog(createClient(url, key)); */
export const createSupabaseDocumentLog = (
  client: RequestHost,
  options: DocumentLogOptions = {},
): DocumentLog => createDocumentLog(requestsOf(client), options);

/** For a host that has its own way to send requests. */
export function createDocumentLog(
  requests: LogRequests,
  { onWeight = () => undefined, colorsOf = colorsById }: DocumentLogOptions = {},
): DocumentLog {
  const { callFunction, callDatabase } = limited(requests);
  return {
    openSession: async ({ publicKey, ...request }) => {
      const body = publicKey ? { ...request, publicKey: encodeHex(publicKey) } : request;
      const outcome = read(openedReply, await callFunction('open-session', body));
      return then(outcome, ({ secret, ...facts }) => ({ ...withRight(facts), secret: decodeHex(secret) }));
    },
    load: async ({ documentId, after, stateVector }) => {
      const shortestMs = after === null ? LOAD_MS : QUICK_MS;
      const known = stateVector === undefined ? {} : { stateVector: encodeHex(stateVector) };
      const reply = await callFunction('load-document', { documentId, after, ...known }, { shortestMs });
      return reply.ok ? readLoaded(reply.value) : reply;
    },
    append: ({ leaving, ...request }) => append(callFunction, appendMessage(request), leaving),
    relay: (request) => append(callFunction, relayMessage(request)),
    head: async ({ documentId, sessionId, since }) => {
      const args = { p_document: documentId, p_session: sessionId, p_since: since };
      return then(read(headReply, await callDatabase('document_head', args)), ({ weight, ...rest }) => {
        onWeight(weight);
        return withRight(rest);
      });
    },
    roster: async (documentId, sessionId) => {
      const args = { p_document: documentId, p_session: sessionId };
      return then(read(rosterReply, await callDatabase('room_roster', args)), (rows) => {
        const colors = colorsOf(rows.map((row) => ({ userId: row.user_id, color: row.color })));
        return rows.map((row) => ({
          sessionId: row.session_id,
          clientId: row.client_id,
          userId: row.user_id,
          name: row.name,
          color: colors.get(row.user_id) ?? '',
          key: row.key === null ? null : decodeHex(row.key),
          publicKey: row.public_key ? decodeHex(row.public_key) : null,
        }));
      });
    },
    fold: async (documentId) => {
      const body = { documentId, version: false };
      return then(await callFunction('save-snapshot', body, { shortestMs: FOLD_MS }), () => null);
    },
  };
}

interface CallOptions {
  readonly shortestMs?: number;
  readonly leaving?: boolean;
}

/** The requests, each ended by its time limit. */
function limited({ callFunction, callDatabase }: LogRequests) {
  const limits = createTimeLimits();
  return {
    callFunction: (
      name: string,
      body: object | Uint8Array<ArrayBuffer>,
      { shortestMs = QUICK_MS, leaving = false }: CallOptions = {},
    ) => {
      const bytes = body instanceof Uint8Array ? body.length : 0;
      return limits.run({ name, shortestMs, bytes }, (signal) =>
        callFunction(name, body, { leaving, signal }),
      );
    },
    callDatabase: (name: string, args: Readonly<Record<string, unknown>>) =>
      limits.run({ name, shortestMs: QUICK_MS, bytes: 0 }, (signal) => callDatabase(name, args, { signal })),
  };
}

const uuid = z.uuid();
const seq = z.int().check(z.nonnegative());
const positive = z.int().check(z.positive());
const chain = z.string().check(z.length(32));
const keyDigits = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const facts = {
  role: z.string(),
  mayEdit: z.optional(z.boolean()),
  generation: positive,
  epoch: positive,
  head: seq,
};
const openedReply = z.object({ ...facts, secret: keyDigits });
const appendedReply = z.object({ head: seq, chain, acked: seq, epoch: positive });
const rowName = z.tuple([seq, z.nullable(uuid), seq, z.string()]);
const loadedHeader = z.object({
  ...facts,
  chain,
  schema: positive,
  snapshotSeq: z.nullable(seq),
  rows: z.array(rowName),
  latest: z.optional(z.nullable(z.array(rowName))),
});
const headReply = z.object({
  ...facts,
  chain,
  rows: z.nullable(z.array(z.tuple([z.nullable(uuid), seq, seq]))),
  weight: seq,
  snapshot: z.object({ seq, digest: z.string() }),
  silent: z.optional(z.array(uuid)),
  host: z.optional(z.unknown()),
});
const rosterReply = z.array(
  z.object({
    session_id: uuid,
    client_id: seq,
    user_id: uuid,
    name: z.string(),
    color: z.nullable(z.int()),
    key: z.nullable(keyDigits),
    public_key: z.nullish(keyDigits),
  }),
);

/** A malformed reply counts as unreachable: a retry is safe, a change that is reported as saved and is not is lost. */
const MALFORMED: Outcome<never> = { ok: false, failure: { kind: 'unreachable' } };

function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  reply: Outcome<unknown>,
): Outcome<z.output<Schema>> {
  if (!reply.ok) return reply;
  const parsed = schema.safeParse(reply.value);
  return parsed.success ? { ok: true, value: parsed.data } : MALFORMED;
}

const EDITORS: ReadonlySet<string> = new Set(['owner', 'editor']);

/** Older servers do not send `mayEdit`. */
const withRight = <Facts extends { readonly role: string; readonly mayEdit?: boolean | undefined }>(
  facts: Facts,
): Facts & { readonly mayEdit: boolean } => ({ ...facts, mayEdit: facts.mayEdit ?? EDITORS.has(facts.role) });

const then = <A, B>(outcome: Outcome<A>, map: (value: A) => B): Outcome<B> =>
  outcome.ok ? { ok: true, value: map(outcome.value) } : outcome;

async function append(
  callFunction: ReturnType<typeof limited>['callFunction'],
  message: BinaryMessage,
  leaving = false,
): Promise<Outcome<Appended>> {
  return read(appendedReply, await callFunction('append-updates', encodeMessage(message), { leaving }));
}

const appendMessage = ({ updates, ...header }: Omit<AppendRequest, 'leaving'>): BinaryMessage => ({
  header,
  parts: updates,
});

const relayMessage = ({ updates, ...request }: RelayRequest): BinaryMessage => ({
  header: { ...request, said: updates.map(({ counter, tag }) => [counter, encodeHex(tag)]) },
  parts: updates.map(({ bytes }) => bytes),
});

function readLoaded(reply: unknown): Outcome<LoadedLog> {
  const message = reply instanceof Uint8Array ? decodeMessage(reply) : null;
  const parsed = loadedHeader.safeParse(message?.header);
  if (message === null || !parsed.success) return MALFORMED;
  const { snapshotSeq, rows, latest, ...rest } = parsed.data;
  const skipped = snapshotSeq === null ? 0 : 1;
  const { parts } = message;
  if (parts.length !== rows.length + skipped) return MALFORMED;
  const value = {
    ...withRight(rest),
    snapshot: snapshotSeq === null ? null : { seq: snapshotSeq, bytes: parts[0]! },
    rows: rows.map((row, index) => ({ ...nameRow(row), bytes: parts[index + skipped]! })),
    latest: latest?.map(nameRow) ?? null,
  };
  return { ok: true, value };
}

const nameRow = ([at, sessionId, counter, kind]: z.output<typeof rowName>): RowName => ({
  seq: at,
  sessionId,
  counter,
  kind,
});
