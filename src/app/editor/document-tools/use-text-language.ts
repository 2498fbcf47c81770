import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import type { Language } from '../../i18n/language.ts';
import { textLanguage } from '../../room/text-language.ts';

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
