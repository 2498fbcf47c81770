import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { trashedByQuery } from '../../data/trash.ts';
import { TextSpan } from '../../ui/text-span.tsx';

interface TrashedByProps {
  readonly documentId: string;
  readonly userId: string;
}

/** Tells who moved the open document to the trash. Empty until that is known, so that it is announced once. */
export const TrashedBy = (props: TrashedByProps) => (
  <Suspense fallback={null}>
    <Mover {...props} />
  </Suspense>
);

function Mover({ documentId, userId }: TrashedByProps) {
  const { t } = useTranslation(['latePresence', 'documentPage']);
  const { data: mover, isPending } = useQuery(trashedByQuery(documentId));
  if (isPending) return null;
  if (!mover) return <TextSpan>{t('documentPage:cause.gone')}</TextSpan>;
  return (
    <TextSpan>
      {mover.userId === userId
        ? t('latePresence:trash.wasOpenOwn')
        : t('latePresence:trash.wasOpen', { name: mover.name })}
    </TextSpan>
  );
}
