import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { readTitle } from '#contract/text/read-title.ts';

/** The current title, for the tab and for labels; empty while the document has none. */
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
