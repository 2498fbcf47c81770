/** Steps of the host after an editing session is opened. */
import type { Database } from './database.ts';
import type { Storage } from './storage.ts';

/** After the reply. */
export const afterOpenReply = async (_database: Database, _storage: Storage): Promise<void> => {};
