/**
 * Texts of documents on this device, to be opened without the network; one database per user. The server has all of them, so
 * whatever is wrong with the database, it is deleted and begun again. Updates that only this device has are elsewhere
 * (`local-copy.ts`), because writing a large text must not delay them.
 */
import type { KeptText } from '#yjs-supabase';
import { chooseEvicted, type Held, type KeptFacts } from './choose-evicted.ts';
import { openLocalDatabase, type LocalDatabase, type Stored } from './local-copy-database.ts';
import { FACTS, REASONS, TEXTS, textsNameOf } from './texts-name.ts';

type Place = Omit<KeptText, 'state' | 'updates'>;

/** A document on this device. `schema`: of the app that wrote it. */
export interface TextFacts extends KeptFacts, Place {
  readonly schema: number;
}

export interface StoredText extends Place {
  readonly documentId: string;
  readonly schema: number;
  readonly state: Uint8Array;
}

/** `pinned`: a document or a folder that the user wants on this device. `created`: not on the server yet. */
export type KeepReason = 'pinned' | 'created';

export interface ReasonRow {
  /** Of the document or the folder. */
  readonly id: string;
  readonly reason: KeepReason;
  /** The arguments of its creation. */
  readonly value?: unknown;
}

/** Nothing rejects: a text that cannot be read is not there, and one that cannot be written is not kept. */
export interface TextsOnDevice {
  read(documentId: string): Promise<StoredText | null>;
  /** False if the device does not take it. */
  put(text: StoredText): Promise<boolean>;
  remove(documentId: string): Promise<void>;
  /** Without reading the texts. */
  list(): Promise<readonly TextFacts[]>;
  listReasons(): Promise<readonly ReasonRow[]>;
  setReason(row: ReasonRow): Promise<boolean>;
  dropReason(row: Pick<ReasonRow, 'id' | 'reason'>): Promise<void>;
  /** Called after texts or reasons changed on this page. */
  subscribe(listener: () => void): () => void;
  destroy(): Promise<boolean>;
}

export interface TextsOptions {
  readonly userId: string;
  readonly factory: IDBFactory;
  readonly nowMs?: () => number;
  /** False once the user is signed out: then nothing more is written. */
  readonly mayKeep?: () => boolean;
  /** Documents that must stay, and those that should. */
  readonly readHeld: () => Promise<Held>;
}

/** A large text on a slow disk. */
const TRANSACTION_LIMIT_MS = 20_000;
/** After the device has refused a text, only this share of the kept bytes stays. */
const AFTER_REFUSAL = 0.5;

export function openTexts(options: TextsOptions): TextsOnDevice {
  const { userId, factory, nowMs = () => Date.now(), mayKeep = () => true, readHeld } = options;
  const database = openLocalDatabase({
    name: textsNameOf(userId),
    version: 1,
    factory,
    create: createStores,
    onLost: () => undefined,
    transactionLimitMs: TRANSACTION_LIMIT_MS,
  });
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  async function run<T = undefined>(...work: Parameters<LocalDatabase['run']>): Promise<Stored<T>> {
    const outcome = await database.run(...work);
    if (!outcome.ok && outcome.problem === 'broken') await database.destroy();
    return outcome as Stored<T>;
  }

  const read = async <T>(store: string, key: IDBValidKey): Promise<T | null> => {
    const outcome = await run<T | undefined>('read', (transaction) =>
      transaction.objectStore(store).get(key),
    );
    return outcome.ok ? (outcome.value ?? null) : null;
  };
  const readAll = async <T>(store: string): Promise<readonly T[]> => {
    const outcome = await run<T[]>(
      'read',
      (transaction) => transaction.objectStore(store).getAll() as IDBRequest<unknown>,
    );
    return outcome.ok ? outcome.value : [];
  };

  const list = (): Promise<readonly TextFacts[]> => readAll<TextFacts>(FACTS);

  const removeAll = (ids: readonly string[]): Promise<Stored<undefined>> =>
    run('write', (transaction) => {
      for (const id of ids) {
        transaction.objectStore(TEXTS).delete(id);
        transaction.objectStore(FACTS).delete(id);
      }
    });

  async function evict(share: number): Promise<void> {
    const facts = await list();
    const mostBytes = share === 1 ? undefined : share * facts.reduce((sum, { bytes }) => sum + bytes, 0);
    const evicted = chooseEvicted(facts, await readHeld(), mostBytes);
    if (evicted.length > 0) await removeAll(evicted);
  }

  const write = ({ documentId, state, ...place }: StoredText): Promise<Stored<undefined>> =>
    run('write', (transaction) => {
      const facts: TextFacts = { ...place, documentId, bytes: state.length, usedAtMs: nowMs() };
      transaction.objectStore(TEXTS).put({ documentId, state });
      transaction.objectStore(FACTS).put(facts);
    });

  return {
    read: async (documentId) => {
      const [facts, text] = await Promise.all([
        read<TextFacts>(FACTS, documentId),
        read<{ state: Uint8Array }>(TEXTS, documentId),
      ]);
      if (!facts || !text) return null;
      const { bytes: _bytes, usedAtMs: _usedAtMs, ...place } = facts;
      return { ...place, state: text.state };
    },
    put: async (text) => {
      if (!mayKeep()) return false;
      let outcome = await write(text);
      if (!outcome.ok && outcome.problem === 'quota') {
        await evict(AFTER_REFUSAL);
        outcome = await write(text);
      }
      await evict(1);
      tell();
      return outcome.ok;
    },
    remove: async (documentId) => {
      await removeAll([documentId]);
      tell();
    },
    list,
    listReasons: () => readAll<ReasonRow>(REASONS),
    setReason: async (row) => {
      if (!mayKeep()) return false;
      const outcome = await run('write', (transaction) => void transaction.objectStore(REASONS).put(row));
      tell();
      return outcome.ok;
    },
    dropReason: async ({ id, reason }) => {
      await run('write', (transaction) => void transaction.objectStore(REASONS).delete([id, reason]));
      await evict(1);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy: async () => (await database.destroy()).ok,
  };
}

function createStores(database: IDBDatabase): void {
  database.createObjectStore(TEXTS, { keyPath: 'documentId' });
  database.createObjectStore(FACTS, { keyPath: 'documentId' });
  database.createObjectStore(REASONS, { keyPath: ['id', 'reason'] });
}
