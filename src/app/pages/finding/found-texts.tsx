import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedTexts } from '../../documents/asked-texts.ts';
import { TextsList } from '../../find/texts-list.tsx';
import { useTexts } from '../../find/use-texts.ts';
import { passagePath, searchAllTexts, searchTexts, searchTrash } from './search-texts.ts';

const SEARCHES = { documents: searchTexts, trash: searchTrash, all: searchAllTexts } as const;

/** Below the list of documents: the passages that its search finds in texts. */
export function FoundTexts({ search, inTrash, isShown, empty, onUp }: AskedTexts) {
  const { t } = useTranslation('find');
  const [withTrash, setWithTrash] = useState(false);
  const place = inTrash ? 'trash' : withTrash ? 'all' : 'documents';
  const texts = useTexts(search, SEARCHES[place], { place });
  return (
    <TextsList
      texts={texts}
      isShown={({ documentId, isTrashed }) => isShown(documentId, isTrashed)}
      pathOf={(passage) => passagePath(passage, search)}
      empty={empty}
      onUp={onUp}
    >
      {!inTrash && (
        <label className="mt-2 inline-flex min-h-9 cursor-pointer items-center gap-2 px-2 text-[13px] text-muted pointer-coarse:min-h-11 print:hidden">
          <input
            type="checkbox"
            checked={withTrash}
            onChange={(event) => setWithTrash(event.target.checked)}
          />
          <span>{t('withTrash')}</span>
        </label>
      )}
    </TextsList>
  );
}
