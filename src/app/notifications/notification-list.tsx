import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { markNotifications, notificationsQuery } from '../data/notifications.ts';
import { serverNow } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { groupNotifications, type Group } from './group-notifications.ts';
import { NotificationRow, type AnswerProps } from './notification-row.tsx';
import { useListKeys } from './use-list-keys.ts';

interface NotificationListProps {
  readonly onlyMine: boolean;
  readonly Answer: ComponentType<AnswerProps>;
  /** A notification was opened. */
  readonly onLeave?: () => void;
}

/** The notifications, and keys to go through them. */
export function NotificationList({ onlyMine, Answer, onLeave }: NotificationListProps) {
  const { t } = useTranslation(['notifications', 'common', 'errors']);
  const [pages, setPages] = useState(1);
  const query = useQuery(notificationsQuery(onlyMine, pages));
  const list = useRef<HTMLUListElement>(null);
  const now = useNow();
  const mark = useMark();
  const groups = useMemo(() => groupNotifications(query.data?.notifications ?? []), [query.data]);
  const done = useCallback((group: Group | undefined) => group && mark.done(group), [mark]);
  useListKeys(
    list,
    useCallback((at: number) => done(groups[at]), [done, groups]),
  );
  if (query.isPending) return <Skeleton className="m-3 h-40" />;
  if (query.isError && groups.length === 0) {
    return (
      <EmptyState
        alert
        title={t('notifications:failed')}
        text={t(`errors:${errorCodeOf(query.error)}`)}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  }
  const more = query.data?.next != null && (
    <Button
      className="mx-auto my-3"
      busy={query.isPlaceholderData}
      onClick={() => setPages((count) => count + 1)}
    >
      {t('notifications:showMore')}
    </Button>
  );
  if (groups.length === 0 && !more) {
    return (
      <EmptyState
        title={t('notifications:empty.title')}
        text={t('notifications:empty.text')}
        icon={<BellOff size={28} aria-hidden="true" />}
      />
    );
  }
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('notifications:title')}
        className="flex flex-col focus:outline-none"
      >
        {groups.map((group) => (
          <NotificationRow
            key={group.first.id}
            group={group}
            now={now}
            Answer={Answer}
            onOpen={() => {
              if (group.isUnread) mark.seen(group.ids);
              onLeave?.();
            }}
            onDone={() => done(group)}
          />
        ))}
      </ul>
      {more}
    </>
  );
}

export function useMark() {
  const { t } = useTranslation(['notifications', 'errors']);
  const client = useQueryClient();
  return useMemo(() => {
    const report = (error: unknown): void => void showToast.error(t(`errors:${errorCodeOf(error)}`));
    const send = (...marks: Parameters<typeof markNotifications>): Promise<void> =>
      markNotifications(...marks);
    const undo = async ({ ids, isUnread }: Group): Promise<void> => {
      await send(client, 'unseen', ids);
      if (!isUnread) await send(client, 'seen', ids);
    };
    return {
      /** Without ids, all. */
      seen: (ids?: readonly string[]) => void send(client, 'seen', ids).catch(report),
      done: (group: Group) => {
        void send(client, 'done', group.ids).catch(report);
        showToast.plain(t('notifications:markedDone', { count: group.ids.length }), {
          id: 'notifications-done',
          actions: [{ label: t('notifications:undo'), onPress: () => void undo(group).catch(report) }],
        });
      },
    };
  }, [client, t]);
}

const TICK_MS = 60_000;

function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
