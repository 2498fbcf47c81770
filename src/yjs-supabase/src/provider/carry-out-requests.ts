/** Runs the effects that need no channel: requests to the log or to the local store. Replies come back as events. */
import { encodeStateVector, type Doc } from 'yjs';
import { hashOf } from '../protocol/chain.ts';
import type { CoreEvent, Effect, IncomingUpdate, LiveSession } from '../core/events.ts';
import type { DocumentLog, OpenedSession, Outcome } from '../ports/document-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { Signer } from '../ports/signatures.ts';
import { openTagKey } from '../protocol/tag.ts';
import type { WholeUpdates } from '../doc/whole-updates.ts';

const MAX_STATE_VECTOR_BYTES = 32 * 1024;

export type RequestEffect = Extract<
  Effect,
  {
    kind:
      | 'open-session'
      | 'pull'
      | 'append'
      | 'relay'
      | 'read-head'
      | 'read-roster'
      | 'fold'
      | 'compare'
      | 'store'
      | 'forget'
      | 'keep-unlogged'
      | 'forget-unlogged'
      | 'drop-pending';
  }
>;

/**
 * The text of the root type `root` is sent with each append that changed it, so that a list of documents can show it.
 */
export interface TitleOptions {
  readonly root: string;
  readonly maxChars: number;
}

export interface RequestContext {
  readonly documentId: string;
  readonly sessionId: string;
  readonly schema: number;
  readonly doc: Doc;
  readonly whole: Pick<WholeUpdates<IncomingUpdate>, 'drop'>;
  readonly log: DocumentLog;
  readonly store: OutboxStore;
  /** Null where the host has no signatures. */
  readonly signer: PromiseLike<Signer | null> | null;
  readonly title: TitleOptions | null;
  readonly fingerprint: ((doc: Doc) => Uint8Array) | null;
  readonly dispatch: (event: CoreEvent) => void;
  readonly report: (error: unknown) => void;
}

export function carryOutRequest(effect: RequestEffect, context: RequestContext): void {
  const { documentId, sessionId, schema, log } = context;
  switch (effect.kind) {
    case 'open-session':
      if (context.signer === null) return openSession(effect, context, null);
      return void context.signer.then((signer) => openSession(effect, context, signer));
    case 'pull': {
      const known = effect.difference ? describeState(context.doc) : {};
      const reply = log.load({ documentId, after: effect.after, ...known });
      return answer(context, reply, (outcome) => ({ kind: 'pulled', request: effect.request, outcome }));
    }
    case 'append':
      return append(effect, context);
    case 'relay': {
      const { request, of, generation, updates } = effect;
      const reply = log.relay({ documentId, sessionId: of, generation, schema, updates });
      return answer(context, reply, (outcome) => ({ kind: 'relayed', request, outcome }));
    }
    case 'read-head': {
      const reply = log.head({ documentId, sessionId, since: effect.since });
      return answer(context, reply, (outcome) => ({ kind: 'head-read', request: effect.request, outcome }));
    }
    case 'read-roster': {
      const reply = log.roster(documentId, sessionId);
      return answer(context, reply, (outcome) => ({ kind: 'roster-read', request: effect.request, outcome }));
    }
    case 'fold': {
      const { request } = effect;
      return answer(context, log.fold(documentId), (outcome) => ({ kind: 'folded', request, outcome }));
    }
    case 'compare':
      return compare(effect, context);
    case 'store':
      return keep(effect, context);
    case 'forget':
      context.store.delete(sessionId, effect.upTo).catch(context.report);
      return;
    case 'keep-unlogged': {
      const { of, generation, updates } = effect;
      const from = { documentId, generation, sessionId: of, receivedBy: sessionId };
      context.store.keepUnlogged(updates.map((update) => ({ ...from, ...update }))).catch(context.report);
      return;
    }
    case 'forget-unlogged': {
      const { of, generation, upTo } = effect;
      context.store
        .forgetUnlogged({ documentId, generation, sessionId: of, receivedBy: sessionId }, upTo)
        .catch(context.report);
      return;
    }
    case 'drop-pending':
      context.doc.store.pendingStructs = null;
      context.doc.store.pendingDs = null;
      context.whole.drop();
  }
}

/** The server binds the session's public key now, or never (W12a). */
function openSession(
  { request }: Extract<RequestEffect, { kind: 'open-session' }>,
  context: RequestContext,
  signer: Signer | null,
): void {
  const { documentId, sessionId, schema, log, doc } = context;
  const key = signer ? { publicKey: signer.publicKey } : {};
  const reply = log.openSession({ documentId, sessionId, clientId: doc.clientID, schema, ...key });
  answer(context, reply, (outcome) => ({ kind: 'session-opened', request, outcome: withTagKey(outcome) }));
}

/** Empty for a document of very many Yjs clients, which is loaded whole. */
function describeState(doc: Doc): { readonly stateVector?: Uint8Array } {
  const stateVector = encodeStateVector(doc);
  return stateVector.length > MAX_STATE_VECTOR_BYTES ? {} : { stateVector };
}

function withTagKey(outcome: Outcome<OpenedSession>): Outcome<LiveSession> {
  if (!outcome.ok) return outcome;
  const { secret, ...facts } = outcome.value;
  return { ok: true, value: { ...facts, tagKey: openTagKey(secret) } };
}

function append(effect: Extract<RequestEffect, { kind: 'append' }>, context: RequestContext): void {
  const { documentId, sessionId, schema, title } = context;
  const { generation, firstCounter, updates, heirs, request } = effect;
  const reply = context.log.append({
    documentId,
    sessionId,
    generation,
    schema,
    firstCounter,
    updates,
    ...(effect.title && title ? { title: readTitle(context.doc, title) } : {}),
    ...(heirs.some((each) => each !== '') ? { heirs } : {}),
    ...(effect.leaving ? { leaving: true } : {}),
  });
  answer(context, reply, (outcome) => ({ kind: 'appended', request, outcome }));
}

function compare(
  { seq, digest }: Extract<RequestEffect, { kind: 'compare' }>,
  context: RequestContext,
): void {
  const { fingerprint, doc, dispatch } = context;
  if (!fingerprint) return;
  dispatch({ kind: 'compared', seq, isSame: hashOf(fingerprint(doc)).startsWith(digest) });
}

function keep(effect: Extract<RequestEffect, { kind: 'store' }>, context: RequestContext): void {
  const { counter, revision, generation, update, title, heirs } = effect;
  const { documentId, sessionId, dispatch } = context;
  const { clientID: clientId } = context.doc;
  const item = { documentId, sessionId, generation, clientId, counter, update, title, heirs };
  context.store.put(item).then(
    () => dispatch({ kind: 'stored', counter, revision, ok: true }),
    (error: unknown) => {
      context.report(error);
      dispatch({ kind: 'stored', counter, revision, ok: false });
    },
  );
}

/** A port must not reject. If it does, the error is reported and counts as `unreachable`. */
function answer<T>(
  context: RequestContext,
  reply: Promise<Outcome<T>>,
  toEvent: (outcome: Outcome<T>) => CoreEvent,
): void {
  reply.then(
    (outcome) => context.dispatch(toEvent(outcome)),
    (error: unknown) => {
      context.report(error);
      context.dispatch(toEvent({ ok: false, failure: { kind: 'unreachable' } }));
    },
  );
}

const CHARACTERS = new Intl.Segmenter();

/** Truncated at a grapheme boundary. */
function readTitle(doc: Doc, { root, maxChars }: TitleOptions): string {
  const text = doc.getText(root).toJSON();
  if (text.length <= maxChars) return text;
  return text.slice(0, CHARACTERS.segment(text).containing(maxChars)?.index);
}
