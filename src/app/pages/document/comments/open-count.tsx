import { useTranslation } from 'react-i18next';
import { useThreads } from '../../../comments/use-threads.ts';
import { isUnread } from '../../../room/comments/reading-marks.ts';
import { formatNumber } from '../../../i18n/format-number.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import type { OpenComments } from './open-comments.ts';

interface OpenCountProps {
  readonly comments: OpenComments;
  readonly me: string;
  /** Id of the description. */
  readonly note: string;
}

/** On a button: the number of open threads with comments that the user has not read; without any, of all open threads. */
export function OpenCount({ comments, me, note }: OpenCountProps) {
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const open = useThreads(comments.store).filter(({ is_resolved: isResolved }) => !isResolved);
  const unread = open.filter((thread) => isUnread(thread, me)).length;
  if (open.length === 0) return null;
  const words = [
    t('openCount', { count: open.length }),
    ...(unread > 0 ? [t('unreadCount', { count: unread })] : []),
  ];
  return (
    <>
      <CountBadge quiet={unread === 0} text={formatNumber(unread || open.length, language)} />
      <span id={note} hidden>
        {words.join(', ')}
      </span>
    </>
  );
}
