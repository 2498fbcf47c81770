import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { versionsQuery } from '../data/versions.ts';
import { showToast } from '../ui/toast.tsx';

interface RestoreNoticeProps {
  readonly documentId: string;
  readonly userId: string;
  /** How many restores have come since the page was opened, own ones included. */
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that somebody else has restored a version. The version saved right before a restore names the author. */
export function RestoreNotice({ documentId, userId, count, onShow }: RestoreNoticeProps) {
  const { t } = useTranslation('history');
  const client = useQueryClient();
  useEffect(() => {
    const tell = async (): Promise<void> => {
      const versions = await client.fetchQuery({ ...versionsQuery(documentId), staleTime: 0 });
      const author = versions.find(({ kind }) => kind === 'before_restore')?.author;
      if (author?.id === userId) return;
      const text = author ? t('othersRestored', { name: author.name }) : t('formerMemberRestored');
      showToast.plain(text, { action: { label: t('showHistory'), onPress: onShow } });
    };
    // The text shows what has changed, and the list names its author when it is opened.
    tell().catch((error: unknown) => console.warn('the author of a restore is not known', error));
    // oxlint-disable-next-line react/exhaustive-deps -- told once for each restore
  }, [count]);
  return null;
}
