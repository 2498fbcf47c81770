import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SHARING_GLANCE_MS, sharingQuery } from '../data/sharing.ts';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { TextSpan } from '../ui/text-span.tsx';

/** How many requests wait for the owner of a document; the server returns them only to the owner. */
function useWaiting(documentId: string): number {
  const { data } = useQuery({ ...sharingQuery(documentId), refetchInterval: SHARING_GLANCE_MS });
  return data?.requests.length ?? 0;
}

export function WaitingBadge({ documentId }: { readonly documentId: string }) {
  const { language } = useLanguage();
  const waiting = useWaiting(documentId);
  return waiting > 0 && <CountBadge text={formatNumber(waiting, language)} />;
}

/** The same in words. */
export function WaitingNote({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('documentPage');
  const waiting = useWaiting(documentId);
  return <TextSpan>{waiting > 0 && t('waiting', { count: waiting })}</TextSpan>;
}
