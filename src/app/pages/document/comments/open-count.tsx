import { useTranslation } from 'react-i18next';
import { useThreads } from '../../../comments/use-threads.ts';
import { formatNumber } from '../../../i18n/format-number.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import type { OpenComments } from './open-comments.ts';

interface OpenCountProps {
  readonly comments: OpenComments;
  /** Id of the description. */
  readonly note: string;
}

/** The number of open threads, on a button. */
export function OpenCount({ comments, note }: OpenCountProps) {
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const count = useThreads(comments.store).filter(({ is_resolved: isResolved }) => !isResolved).length;
  if (count === 0) return null;
  return (
    <>
      <CountBadge text={formatNumber(count, language)} />
      <span id={note} hidden>
        {t('openCount', { count })}
      </span>
    </>
  );
}
