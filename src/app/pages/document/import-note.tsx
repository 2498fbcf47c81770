import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { importQuery } from '../../data/imports.ts';
import { LossList } from '../../formats/loss-list.tsx';
import { TextSpan } from '../../ui/text-span.tsx';

/** The file that a document was made from, and what was lost of it; nothing for one that was written here. */
export function ImportNote({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('formats');
  const { data: file } = useQuery(importQuery(documentId));
  if (!file) return null;
  const count = file.losses.reduce((sum, loss) => sum + loss.count, 0);
  return (
    <section className="px-3 text-[13px] text-muted">
      <p className="break-words">
        <TextSpan>{t('importedFrom', { name: file.name })}</TextSpan>
      </p>
      {count > 0 ? (
        <details className="mt-1">
          <summary className="cursor-pointer pointer-coarse:py-3">
            <TextSpan>{t('losses', { count })}</TextSpan>
          </summary>
          <LossList losses={file.losses} />
        </details>
      ) : null}
    </section>
  );
}
