import { Bell as BellIcon } from 'lucide-react';
import { Suspense, useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { Popover } from '../ui/popover.tsx';
import { UnreadCount } from './unread-count.tsx';
import type { AnswerProps } from './notification-row.tsx';

const Panel = loadLater(() => import('./notifications-panel.tsx').then((part) => part.NotificationsPanel));

interface BellProps {
  /** Answers a request for access. */
  readonly Answer: ComponentType<AnswerProps>;
}

/** Opens the notifications; shows how many are unread. */
export function Bell({ Answer }: BellProps) {
  const { t } = useTranslation('notifications');
  const note = useId();
  return (
    <Popover
      label={t('title')}
      className="w-[26rem] max-w-[calc(100vw-16px)] !p-0"
      renderTrigger={(button) => (
        <IconButton
          {...button}
          label={t('title')}
          aria-describedby={note}
          className="relative"
          icon={
            <>
              <BellIcon size={18} aria-hidden="true" />
              <Suspense fallback={null}>
                <UnreadCount note={note} />
              </Suspense>
            </>
          }
        />
      )}
    >
      {(close) => (
        <Suspense fallback={null}>
          <Panel Answer={Answer} onLeave={close} />
        </Suspense>
      )}
    </Popover>
  );
}
