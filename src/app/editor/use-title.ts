import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { readTitle } from '../room/read-title.ts';

/** The title as it reads now, for the tab and for names; empty while nobody has given one. */
export function useTitle(doc: Y.Doc): string {
  const title = doc.getText(TITLE_ROOT);
  const subscribe = useCallback(
    (changed: () => void) => {
      title.observe(changed);
      return () => title.unobserve(changed);
    },
    [title],
  );
  return useSyncExternalStore(subscribe, () => readTitle(doc));
}
