import { MAX_APPEND_BYTES, MAX_HEADER_BYTES, MAX_UPDATES_PER_APPEND } from '../_shared/contract/limits.ts';
import { lintUpdate, type Written } from '../_shared/contract/lint-update.ts';
import { appendHeader, appendReply, relayHeader } from '../_shared/contract/requests.ts';
import { afterAppend, afterRelay, beforeAppend } from '../_shared/server/after-append.ts';
import { afterFoldReply } from '../_shared/server/after-fold-reply.ts';
import { hex } from '../_shared/server/database.ts';
import { defineFunction, type Call } from '../_shared/server/define-function.ts';
import { foldInTurn, whileFolding } from '../_shared/server/fold-in-turn.ts';
import { actor } from '../_shared/server/caller.ts';
import { Refusal } from '../_shared/server/refusal.ts';
import { runLater } from '../_shared/server/run-later.ts';
import { z } from 'zod';

type Append = z.infer<typeof appendHeader>;
type Relay = z.infer<typeof relayHeader>;

const rpcReply = z.object({ ...appendReply.shape, foldDue: z.boolean() });

Deno.serve(
  defineFunction({
    request: z.union([appendHeader, relayHeader]),
    body: 'frame',
    maxBytes: MAX_APPEND_BYTES + 2 * MAX_HEADER_BYTES,
    maxParts: MAX_UPDATES_PER_APPEND,
    handle: (call) => {
      const { header } = call;
      return 'said' in header ? relay({ ...call, header }) : append({ ...call, header });
    },
  }),
);

async function append(call: Call<Append>) {
  const { reply, foreseen } = await write(call).catch(async (error: unknown) => {
    await noteRefused(call, error);
    throw error;
  });
  const updates = call.parts.map((bytes, at) => ({ counter: call.header.firstCounter + at, bytes }));
  await afterAppend(call, { head: reply.head, foreseen, updates });
  if (reply.foldDue) foldLater(call);
  return appendReply.parse(reply);
}

async function write(call: Call<Append>) {
  const { database, header, parts } = call;
  const described = describe(parts.map((bytes) => ({ bytes, ...requireClean(bytes) })));
  const foreseen = await beforeAppend(call);
  const args = {
    ...place(call),
    p_first_counter: header.firstCounter,
    ...described,
    p_heirs: header.heirs ?? [],
    p_title: foreseen?.title ?? null,
  };
  const append = () => database.call('append_updates', args, rpcReply);
  const reply = await whileFolding(database, call.caller, header.documentId, append);
  return { foreseen, reply };
}

/** Records refused requests that the app never sends, and their user. Not for relays, whose updates are by other authors. */
async function noteRefused({ database, caller, header }: Call<Append>, error: unknown): Promise<void> {
  const code = error instanceof Refusal ? error.code : null;
  if (code !== 'update_rejected' && code !== 'session_invalid') return;
  const args = {
    ...actor(caller),
    p_document: header.documentId,
    p_session: header.sessionId,
    p_reason: code === 'update_rejected' ? ((error as Refusal).detail ?? code) : null,
  };
  await database.call('note_refused_write', args, z.null());
}

/**
 * Appends, on behalf of a session that disappeared, updates it had broadcast. Called by a peer that received them. Drops
 * refused updates instead of failing: forged ones must not keep the author's out.
 */
async function relay(call: Call<Relay>) {
  const { database, header, parts } = call;
  if (parts.length !== header.said.length)
    throw new Refusal('bad_request', 'a counter and a tag for each part');
  const said = header.said.flatMap(([counter, tag], at) => {
    const bytes = parts[at]!;
    const linted = lint(bytes);
    return linted.ok ? [{ counter, tag, bytes, ...linted.change }] : [];
  });
  const args = {
    ...place(call),
    p_counters: said.map(({ counter }) => counter),
    p_tags: said.map(({ tag }) => `\\x${tag}`),
    ...describe(said),
  };
  const reply = await database.call('relay_updates', args, appendReply);
  await afterRelay(call, { head: reply.head, foreseen: null, updates: said });
  return reply;
}

const place = ({ caller, header }: Call<Append | Relay>) => ({
  ...actor(caller),
  p_document: header.documentId,
  p_session: header.sessionId,
  p_generation: header.generation,
  p_schema: header.schema,
});

/** Size and clocks of one update. `written` is null if it only deletes. */
interface Change {
  readonly written: Written | null;
  readonly typed: number;
  readonly deleted: number;
}

const describe = (updates: readonly ({ readonly bytes: Uint8Array } & Change)[]) => ({
  p_updates: updates.map(({ bytes }) => hex(bytes)),
  p_client_ids: updates.map(({ written }) => written?.client ?? null),
  p_clocks: updates.map(({ written }) => written?.clock ?? null),
  p_next_clocks: updates.map(({ written }) => written?.nextClock ?? null),
  p_typed: updates.map(({ typed }) => Math.min(typed, MAX_COUNT)),
  p_deleted: updates.map(({ deleted }) => Math.min(deleted, MAX_COUNT)),
});

/** The database counts in 32 bits. */
const MAX_COUNT = 2 ** 31 - 1;

type Clean = { readonly ok: true; readonly change: Change };

/** An editing session writes under one client id. */
function lint(update: Uint8Array): Clean | { readonly ok: false; readonly why: string } {
  const linted = lintUpdate(update);
  if (!linted.ok) return linted;
  const [written = null, ...others] = linted.written;
  if (others.length > 0) return { ok: false, why: 'several clients' };
  return { ok: true, change: { written, typed: linted.typed, deleted: linted.deleted } };
}

function requireClean(update: Uint8Array): Change {
  const linted = lint(update);
  if (!linted.ok) throw new Refusal('update_rejected', linted.why);
  return linted.change;
}

/** Runs after the reply; a failed fold does not fail the append. */
function foldLater({ database, storage, caller, header: { documentId } }: Call<Append>): void {
  const work = foldInTurn(database, caller, documentId).then((stored) =>
    stored === null ? undefined : afterFoldReply(database, storage, documentId),
  );
  runLater(`folding ${documentId}`, work);
}
