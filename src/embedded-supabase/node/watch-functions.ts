import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Calls `onChange` after files of `supabase/functions` changed, once per burst of changes. Returns its undo. */
export function watchFunctions(projectDir: string, onChange: () => Promise<void>): () => void {
  const folder = join(projectDir, 'supabase/functions');
  if (!existsSync(folder)) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> = Promise.resolve();
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      busy = busy.then(onChange);
    }, 150);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
