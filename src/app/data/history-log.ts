/** The log of one document, and its authors. */
import * as z from 'zod/mini';
import { readHeirs } from '#contract/authorship/heir-ranges.ts';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { readLogHeader, readLogRequest } from '#contract/log-pages.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { assignAuthorColors } from './author-colors.ts';
import { callFunctionForFrame } from './call-function.ts';
import { readMembers } from './members.ts';
import { getSupabase } from './supabase.ts';

/** A row of the log, at its seq. */
export interface LogRow extends LoggedUpdate {
  readonly seq: number;
}

/** The rows after one seq up to another, in pages. An old document's log may begin later. */
export async function* readLog(
  documentId: string,
  after: number,
  until: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly LogRow[]> {
  for (let from = after; from < until;) {
    const body = readLogRequest.parse({ documentId, after: from, until });
    const { header, parts } = await callFunctionForFrame('read-log', body, readLogHeader, { signal });
    const heirs = new Map(header.heirs);
    yield header.rows.map(([seq, client, atMs], at) => {
      const declared = heirs.get(seq);
      const row = { seq, client, atMs, update: parts[at]! };
      return declared === undefined ? row : { ...row, heirs: readHeirs(declared) };
    });
    if (header.until === null) return;
    from = header.until;
  }
}

/** Author behind a Yjs client id. Null fields: a deleted account, or a former member. */
export interface Writer {
  readonly id: string | null;
  readonly name: string | null;
  readonly color: string | null;
}

const sessionSchema = z.object({
  client_id: z.int(),
  person: z.nullable(z.object({ id: z.uuid(), name: z.string(), color: z.nullable(z.int()) })),
});

/** Ids in one request: its address is limited. */
const MAX_ASKED = 100;

/** By Yjs client id. Clients that no editing session has, such as the server, are left out. */
export async function listWriters(
  documentId: string,
  clients: readonly number[],
): Promise<ReadonlyMap<number, Writer>> {
  const pages = Array.from({ length: Math.ceil(clients.length / MAX_ASKED) }, (_, page) =>
    clients.slice(page * MAX_ASKED, (page + 1) * MAX_ASKED),
  );
  const [members, ...found] = await Promise.all([
    readMembers(documentId),
    ...pages.map((page) => listSessions(documentId, page)),
  ]);
  return writersOf(found.flat(), members);
}

/** No writer has the color of a member who wrote nothing here. */
export function writersOf(
  sessions: readonly z.output<typeof sessionSchema>[],
  members: Parameters<typeof assignAuthorColors>[0],
): ReadonlyMap<number, Writer> {
  const people = sessions.flatMap(({ person }) =>
    person ? [{ userId: person.id, color: person.color }] : [],
  );
  const colors = assignAuthorColors([...members, ...people]);
  return new Map(
    sessions.map(({ client_id, person }) => [
      client_id,
      {
        id: person?.id ?? null,
        name: person?.name ?? null,
        color: person ? (colors.get(person.id) ?? null) : null,
      },
    ]),
  );
}

function listSessions(documentId: string, clients: readonly number[]) {
  const request = getSupabase()
    .from('editing_sessions')
    .select('client_id, person:profiles(id, name, color)')
    .eq('document_id', documentId)
    .in('client_id', clients)
    .abortSignal(timeLimit());
  return askDatabase(request, z.array(sessionSchema));
}
