import { defineTask } from '../_shared/server/define-task.ts';
import { removeFiles } from '../_shared/server/remove-files.ts';

Deno.serve(defineTask(({ database, storage }) => removeFiles(database, storage, 'list_files_to_remove')));
