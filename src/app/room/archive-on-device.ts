/** Documents that were prepared for a download of everything, kept on this device until it is saved. */
import { archiveNameOf } from './clear-archive.ts';
import { openLocalDatabase, type LocalDatabase, type Stored } from './local-copy-database.ts';

const STORE = 'documents';
/** A document with its pictures. */
const TRANSACTION_LIMIT_MS = 60_000;

export interface KeptDocument<Packed> {
  readonly id: string;
  /** The rights with which it was read. */
  readonly role: string;
  readonly updatedAtMs: number;
  readonly takenAtMs: number;
  readonly bytes: number;
  readonly files: number;
  readonly packed: Packed;
}

export type KeptFacts = Omit<KeptDocument<unknown>, 'packed'>;

/** Rejects when the device does not store or return something: the archive cannot be made then. */
export interface KeptArchive<Packed> {
  readonly list: () => Promise<readonly KeptFacts[]>;
  readonly read: (id: string) => Promise<Packed | null>;
  readonly put: (kept: KeptDocument<Packed>) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly close: () => void;
}

const databaseOf = (userId: string, factory: IDBFactory): LocalDatabase =>
  openLocalDatabase({
    name: archiveNameOf(userId),
    version: 1,
    factory,
    transactionLimitMs: TRANSACTION_LIMIT_MS,
    create: (database) => {
      database.createObjectStore(STORE, { keyPath: 'id' });
      database.createObjectStore(FACTS, { keyPath: 'id' });
    },
    onLost: () => undefined,
  });

/** Listing them does not read the documents. */
const FACTS = 'facts';

export function openKeptArchive<Packed>(userId: string, factory: IDBFactory): KeptArchive<Packed> {
  const database = databaseOf(userId, factory);
  const remove = async (id: string): Promise<void> => {
    taken(
      await database.run('write', (transaction) => {
        transaction.objectStore(STORE).delete(id);
        transaction.objectStore(FACTS).delete(id);
      }),
    );
  };
  return {
    list: async () =>
      taken(
        await database.run<KeptFacts[]>('read', (transaction) => transaction.objectStore(FACTS).getAll()),
      ),
    read: async (id) => {
      const kept = await database.run<KeptDocument<Packed> | undefined>('read', (transaction) =>
        transaction.objectStore(STORE).get(id),
      );
      return taken(kept)?.packed ?? null;
    },
    put: async (kept) => {
      const { packed: _, ...facts } = kept;
      taken(
        await database.run('strict-write', (transaction) => {
          transaction.objectStore(STORE).put(kept);
          transaction.objectStore(FACTS).put(facts);
        }),
      );
    },
    remove,
    clear: async () => {
      taken(
        await database.run('write', (transaction) => {
          transaction.objectStore(STORE).clear();
          transaction.objectStore(FACTS).clear();
        }),
      );
    },
    close: () => database.close(),
  };
}

export class DeviceStorageError extends Error {
  constructor(problem: string) {
    super(`this device does not store the archive: ${problem}`);
    this.name = 'DeviceStorageError';
  }
}

function taken<T>(stored: Stored<T>): T {
  if (!stored.ok) throw new DeviceStorageError(stored.problem);
  return stored.value;
}
