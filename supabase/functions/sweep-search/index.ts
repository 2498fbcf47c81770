import { defineTask } from '../_shared/server/define-task.ts';
import { indexLeft } from '../_shared/server/index-for-search.ts';

Deno.serve(defineTask(({ database }) => indexLeft(database)));
