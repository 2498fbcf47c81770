/** The database of texts, and reading one of them, which is all that the opening of a document waits for. */
import type { KeptText } from '#yjs-supabase';
import type { KeptFacts } from './choose-evicted.ts';
import { openLocalDatabase, type LocalDatabase, type Stored } from './local-copy-database.ts';
import { FACTS, REASONS, TEXTS, textsNameOf, THREADS } from './texts-name.ts';

type Place = Omit<KeptText, 'state' | 'updates'>;

/** A document on this device. `schema`: of the app that wrote it. */
export interface TextFacts extends KeptFacts, Place {
  readonly schema: number;
  /** The server's time at which the text was the log's, in milliseconds since 1970. */
  readonly asOfMs?: number;
}

export interface StoredText extends Place {
  readonly documentId: string;
  readonly schema: number;
  readonly state: Uint8Array;
}

/** A large text on a slow disk. */
const TRANSACTION_LIMIT_MS = 20_000;

/** Everything in it is on the server too: when it is broken, it is deleted and begun again. */
export function openTextsDatabase(
  userId: string,
  factory: IDBFactory,
): Pick<LocalDatabase, 'run' | 'destroy'> {
  const database = openLocalDatabase({
    name: textsNameOf(userId),
    version: 2,
    factory,
    create: createStores,
    onLost: () => undefined,
    transactionLimitMs: TRANSACTION_LIMIT_MS,
  });
  return {
    run: async (kind, work) => {
      const outcome = await database.run(kind, work);
      if (!outcome.ok && outcome.problem === 'broken') await database.destroy();
      return outcome;
    },
    destroy: () => database.destroy(),
  };
}

const opened = new Map<string, ReturnType<typeof openTextsDatabase>>();

/** One connection of this page for each user. */
export function textsDatabaseOf(userId: string): ReturnType<typeof openTextsDatabase> {
  const known = opened.get(userId) ?? openTextsDatabase(userId, indexedDB);
  opened.set(userId, known);
  return known;
}

type Runs = Pick<LocalDatabase, 'run'>;

/** Null if it is not there or cannot be read. */
export async function readText(
  database: Runs,
  documentId: string,
): Promise<(StoredText & Pick<TextFacts, 'usedAtMs'>) | null> {
  const read = async <T>(store: string): Promise<T | null> => {
    const outcome = await database.run<T | undefined>('read', (transaction) =>
      transaction.objectStore(store).get(documentId),
    );
    return outcome.ok ? (outcome.value ?? null) : null;
  };
  const [facts, text] = await Promise.all([read<TextFacts>(FACTS), read<{ state: Uint8Array }>(TEXTS)]);
  if (!facts || !text) return null;
  const { bytes: _bytes, asOfMs: _asOfMs, ...place } = facts;
  return { ...place, state: text.state };
}

export const removeTexts = (database: Runs, ids: readonly string[]): Promise<Stored<undefined>> =>
  database.run('write', (transaction) => {
    for (const store of [TEXTS, FACTS, THREADS])
      for (const id of ids) transaction.objectStore(store).delete(id);
  });

function createStores(database: IDBDatabase): void {
  for (const name of [TEXTS, FACTS, THREADS, REASONS])
    if (!database.objectStoreNames.contains(name))
      database.createObjectStore(name, { keyPath: name === REASONS ? ['id', 'reason'] : 'documentId' });
}
