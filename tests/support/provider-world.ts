/** Providers, a log and live channels in one process, on a clock that the test advances. */
import { createHash } from 'node:crypto';
import * as Y from 'yjs';
import { openMemoryRealtime, type Faults, type MemoryRealtime } from '#yjs-supabase/testing';
import type { ProviderOptions } from '../../src/yjs-supabase/src/provider/provider-options.ts';
import { Provider } from '../../src/yjs-supabase/src/provider/provider.ts';
import type { Role } from '#contract/roles.ts';
import { createMemoryLog, type LogFault, type MemoryLog } from '#yjs-supabase/testing';
import { createRandom } from './random.ts';
import { createTestClock } from './test-clock.ts';

export interface Client {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly provider: Provider;
}

export interface World {
  readonly realtime: MemoryRealtime;
  readonly log: MemoryLog;
  /** Replaceable at any time. */
  faults: Omit<Faults, 'chance'> | null;
  logFault: (request: string) => LogFault | null;
  readonly chance: () => number;
  /** Opens the document as a user; the same user again is another tab. */
  open(userId: string, role?: Role, options?: Partial<ProviderOptions>): Client;
  readonly run: (durationMs: number) => Promise<void>;
  close(): void;
}

export const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';

export function createWorld(seed = 1): World {
  const chance = createRandom(seed);
  const realtime = openMemoryRealtime();
  const clients: Client[] = [];
  let epoch = 1;
  const clock = createTestClock(() => {
    for (let rounds = 0; rounds < 10; rounds += 1) {
      const faults = world.faults ? { ...world.faults, chance } : undefined;
      if (!realtime.deliver(faults)) break;
    }
  });
  const log = createMemoryLog({
    clock,
    fault: (request) => world.logFault(request),
    digest: (state) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, state);
      return createHash('sha256').update(readAll(doc)).digest('hex').slice(0, 32);
    },
    announce: (event, payload) => {
      const topic = `doc:${DOCUMENT_ID}:${epoch}:ctl`;
      realtime.announce(topic, event, payload);
      if (event === 'epoch') epoch += 1;
    },
  });
  const random = {
    chance,
    bytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(chance() * 256)),
  };
  const world: World = {
    realtime,
    log,
    faults: null,
    logFault: () => null,
    chance,
    open: (userId, role = 'editor', options = {}) => {
      log.setRole(userId, role);
      const doc = new Y.Doc();
      doc.clientID = Math.floor(chance() * 2 ** 32);
      const openChannel = realtime.opener({
        mayJoin: (topic) => topic.startsWith(`doc:${DOCUMENT_ID}:${epoch}:`),
        maySend: (topic) => role !== 'viewer' || !topic.endsWith(':upd'),
      });
      const provider = new Provider(DOCUMENT_ID, doc, {
        log: log.as(userId),
        openChannel,
        schema: 1,
        clock,
        random,
        fingerprint: readAll,
        ...options,
      });
      const client = { doc, text: doc.getText('text'), provider };
      clients.push(client);
      return client;
    },
    run: (durationMs) => clock.advance(durationMs),
    close: () => {
      for (const { provider, doc } of clients) {
        provider.destroy();
        provider.awareness.destroy();
        doc.destroy();
      }
    },
  };
  return world;
}

const readAll = (doc: Y.Doc): Uint8Array => {
  const clocks = [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b);
  return new TextEncoder().encode(JSON.stringify([clocks, doc.getText('text').toJSON()]));
};

/** The document as folded from the log. */
export function foldLog(log: MemoryLog): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, log.fold());
  return doc;
}
