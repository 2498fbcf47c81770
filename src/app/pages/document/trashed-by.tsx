import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { trashedByQuery } from '../../data/trash.ts';
import { TextSpan } from '../../ui/text-span.tsx';

interface TrashedByProps {
  readonly documentId: string;
  readonly userId: string;
}

/** Tells who moved the open document to the trash. Empty until that is known, so that it is announced once. */
export function TrashedBy({ documentId, userId }: TrashedByProps) {
  const { t } = useTranslation('documentPage');
  const { data: mover, isPending } = useQuery(trashedByQuery(documentId));
  if (isPending) return null;
  if (!mover) return <TextSpan>{t('cause.gone')}</TextSpan>;
  return <TextSpan>{mover.userId === userId ? t('goneByYou') : t('goneBy', { name: mover.name })}</TextSpan>;
}
