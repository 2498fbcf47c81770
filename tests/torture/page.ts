/** One page of a writer: a document, its provider with the package's own log, and a record of the writer's changes. */
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import {
  createSupabaseDocumentLog,
  SupabaseProvider,
  type CoreState,
  type RealtimeHost,
  type RequestHost,
} from '#yjs-supabase';
import type { Ledger } from './ledger.ts';

/** State of a page at one moment. */
export interface Sample {
  readonly atMs: number;
  readonly applied: number;
  readonly clocks: ReadonlyMap<number, number>;
  readonly live: boolean;
  readonly behind: boolean;
}

export interface Page {
  readonly doc: Y.Doc;
  readonly provider: SupabaseProvider;
  readonly root: Y.XmlFragment;
  readonly undo: Y.UndoManager;
  readonly samples: Sample[];
  /** How long each successful pull took. */
  readonly pullsMs: readonly number[];
  /** Events that a page must not emit. */
  readonly complaints: string[];
  /** For the report of a failure. */
  describe(): string;
  readonly text: () => Y.XmlText | null;
  /** A change of the writer, one step of undo. */
  change(act: (text: Y.XmlText) => void): void;
  stop(): void;
}

const SAMPLE_EVERY_MS = 250;

export function openPage(client: RealtimeHost & RequestHost, documentId: string, ledger: Ledger): Page {
  const doc = new Y.Doc();
  const root = doc.getXmlFragment(TEXT_ROOT);
  const writing = { kind: 'writing' };
  const samples: Sample[] = [];
  const complaints: string[] = [];
  const pullsMs: number[] = [];
  let pulledAtMs = 0;
  let state: CoreState | null = null;
  const provider = new SupabaseProvider(client, documentId, doc, {
    log: createSupabaseDocumentLog(client),
    schema: SCHEMA_MAJOR,
    onStep: (event, now, effects) => {
      state = now;
      for (const effect of effects) if (effect.kind === 'pull') pulledAtMs = Date.now();
      if (event.kind === 'pulled' && event.outcome.ok) pullsMs.push(Date.now() - pulledAtMs);
    },
  });
  provider.on('diverged', () => complaints.push('diverged'));
  provider.on('rejected', () => complaints.push('rejected an update'));
  provider.on('connection-error', (error) => complaints.push(`a request rejected: ${String(error)}`));
  doc.on('afterTransaction', (transaction: Y.Transaction) => ledger.note(transaction));
  const sampling = setInterval(() => {
    const { live, behind, loaded } = provider.view;
    if (!loaded || !state) return;
    const { applied } = state.pulling;
    const clocks = Y.decodeStateVector(Y.encodeStateVector(doc));
    samples.push({ atMs: Date.now(), applied, clocks, live, behind });
  }, SAMPLE_EVERY_MS);
  const text = (): Y.XmlText | null => {
    const paragraph = root.length === 0 ? null : root.get(0);
    const first = paragraph instanceof Y.XmlElement && paragraph.length > 0 ? paragraph.get(0) : null;
    return first instanceof Y.XmlText ? first : null;
  };
  return {
    doc,
    provider,
    root,
    undo: new Y.UndoManager(root, { trackedOrigins: new Set([writing]), captureTimeout: 300 }),
    samples,
    pullsMs,
    complaints,
    text,
    change: (act) => {
      const here = text();
      if (here) doc.transact(() => act(here), writing);
    },
    describe: () => {
      if (!state) return 'not opened';
      const { lanes, pulling, saving, session, contact, outbox } = state;
      const lane = `lanes ${lanes.phase} after ${lanes.failures} failures`;
      const rows = `${pulling.applied} of ${pulling.head} rows${pulling.request ? ', pulling' : ''}${pulling.poll ? ', polling' : ''}`;
      const unsaved = `${outbox.items.length} unsaved${saving.request ? ', appending' : ''}, ${saving.failures} failures`;
      const reply = `session ${session.phase}, ${contact.silences} requests without a reply`;
      const pending = doc.store.pendingStructs === null ? '' : ', structs pending';
      return `${lane}; ${rows}; ${unsaved}; ${reply}${pending}`;
    },
    stop: () => clearInterval(sampling),
  };
}
