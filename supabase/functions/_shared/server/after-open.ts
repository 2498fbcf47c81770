/** Steps of the app after an editing session is opened. A host with documents of its own has its own file. */
import type { Database } from './database.ts';
import { removeFiles } from './remove-files.ts';
import type { Storage } from './storage.ts';

/** After the reply. Files of erased documents are removed here, because no other request comes as regularly. */
export const afterOpenReply = (database: Database, storage: Storage): Promise<unknown> =>
  removeFiles(database, storage, 'list_left_files');
