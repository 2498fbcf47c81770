/**
 * Texts of documents on this device, to be opened without the network; one database per user. The server has all of them, so
 * whatever is wrong with the database, it is deleted and begun again. Updates that only this device has are elsewhere
 * (`local-copy.ts`), because writing a large text must not delay them.
 */
import { chooseEvicted, type Held } from './choose-evicted.ts';
import type { Stored } from './local-copy-database.ts';
import {
  openTextsDatabase,
  readText,
  removeTexts,
  type StoredText,
  type TextFacts,
} from './texts-database.ts';
import { FACTS, REASONS, TEXTS, THREADS } from './texts-name.ts';

/** A document or a folder that the user wants on this device. */
export type KeepReason = 'pinned';

export interface ReasonRow {
  /** Of the document or the folder. */
  readonly id: string;
  readonly reason: KeepReason;
}

/** Nothing rejects: a text that cannot be read is not there, and one that cannot be written is not kept. */
export interface TextsOnDevice {
  read(documentId: string): Promise<StoredText | null>;
  /** False if the device does not take it. `times`: of a text that is not open now. */
  put(text: StoredText, times?: Pick<TextFacts, 'usedAtMs' | 'asOfMs'>): Promise<boolean>;
  remove(documentId: string): Promise<void>;
  /** Nothing is written without the text. */
  putThreads(documentId: string, threads: unknown): Promise<void>;
  readThreads(documentId: string): Promise<unknown>;
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
  readonly serverNowMs?: () => number;
  /** False once the user is signed out: then nothing more is written. */
  readonly mayKeep?: () => boolean;
  /** Documents that must stay, and those that should. */
  readonly readHeld: () => Promise<Held>;
}

/** After the device has refused a text, only this share of the kept bytes stays. */
const AFTER_REFUSAL = 0.5;

export function openTexts(options: TextsOptions): TextsOnDevice {
  const {
    userId,
    factory,
    nowMs = () => Date.now(),
    serverNowMs = nowMs,
    mayKeep = () => true,
    readHeld,
  } = options;
  const database = openTextsDatabase(userId, factory);
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const readAll = async <T>(store: string): Promise<readonly T[]> => {
    const outcome = await database.run<T[]>('read', (transaction) => transaction.objectStore(store).getAll());
    return outcome.ok ? outcome.value : [];
  };

  const list = (): Promise<readonly TextFacts[]> => readAll<TextFacts>(FACTS);

  async function evict(share: number): Promise<void> {
    const facts = await list();
    const mostBytes = share === 1 ? undefined : share * facts.reduce((sum, { bytes }) => sum + bytes, 0);
    const evicted = chooseEvicted(facts, await readHeld(), mostBytes);
    if (evicted.length > 0) await removeTexts(database, evicted);
  }

  const write = (
    { documentId, state, ...place }: StoredText,
    times: Pick<TextFacts, 'usedAtMs' | 'asOfMs'>,
  ): Promise<Stored<undefined>> =>
    database.run('write', (transaction) => {
      const facts: TextFacts = { ...place, documentId, bytes: state.length, ...times };
      transaction.objectStore(TEXTS).put({ documentId, state });
      transaction.objectStore(FACTS).put(facts);
    });

  return {
    read: (documentId) => readText(database, documentId),
    put: async (text, times = { usedAtMs: nowMs(), asOfMs: serverNowMs() }) => {
      if (!mayKeep()) return false;
      let outcome = await write(text, times);
      if (!outcome.ok && outcome.problem === 'quota') {
        await evict(AFTER_REFUSAL);
        outcome = await write(text, times);
      }
      await evict(1);
      tell();
      return outcome.ok;
    },
    remove: async (documentId) => {
      await removeTexts(database, [documentId]);
      tell();
    },
    putThreads: async (documentId, threads) => {
      if (!mayKeep()) return;
      await database.run('read-write', (transaction) => {
        const known = transaction.objectStore(FACTS).getKey(documentId);
        known.onsuccess = () => {
          if (known.result !== undefined) transaction.objectStore(THREADS).put({ documentId, threads });
        };
      });
    },
    readThreads: async (documentId) => {
      const outcome = await database.run<{ threads: unknown } | undefined>('read', (transaction) =>
        transaction.objectStore(THREADS).get(documentId),
      );
      return outcome.ok ? (outcome.value?.threads ?? null) : null;
    },
    list,
    listReasons: () => readAll<ReasonRow>(REASONS),
    setReason: async (row) => {
      if (!mayKeep()) return false;
      const outcome = await database.run(
        'write',
        (transaction) => void transaction.objectStore(REASONS).put(row),
      );
      tell();
      return outcome.ok;
    },
    dropReason: async ({ id, reason }) => {
      await database.run(
        'write',
        (transaction) => void transaction.objectStore(REASONS).delete([id, reason]),
      );
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
