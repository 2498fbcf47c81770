import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import type { Language } from '#contract/languages.ts';
import { textLanguage } from '#contract/text/text-language.ts';

export function useTextLanguage(doc: Y.Doc): Language {
  const subscribe = useCallback(
    (changed: () => void) => {
      doc.on('afterTransaction', changed);
      return () => doc.off('afterTransaction', changed);
    },
    [doc],
  );
  return useSyncExternalStore(subscribe, () => textLanguage(doc));
}
