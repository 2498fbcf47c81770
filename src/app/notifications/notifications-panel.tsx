import { Settings } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ACCOUNT_NOTIFICATIONS } from '../data/notifications.ts';
import { PATHS } from '../data/paths.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { ListHead, useShown } from './list-head.tsx';
import { NotificationList } from './notification-list.tsx';
import type { AnswerProps } from './notification-row.tsx';

interface NotificationsPanelProps {
  readonly Answer: ComponentType<AnswerProps>;
  /** The page is about to be left. */
  readonly onLeave: () => void;
}

/** Content of the popover. */
export function NotificationsPanel({ Answer, onLeave }: NotificationsPanelProps) {
  const { t } = useTranslation('notifications');
  const [shown, show] = useShown();
  return (
    <div className="flex max-h-[min(36rem,calc(100dvh-72px))] flex-col">
      <div className="border-b border-line px-3 pt-3 pb-2">
        <ListHead shown={shown} onShow={show} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        <NotificationList onlyMine={shown === 'onlyMine'} Answer={Answer} onLeave={onLeave} />
      </div>
      <div className="flex items-center justify-between border-t border-line p-1">
        <Link to={PATHS.notifications} className={buttonLook('quiet', 'text-[13px]')} onClick={onLeave}>
          {t('openAll')}
        </Link>
        <Tooltip text={t('settings')}>
          <Link
            to={ACCOUNT_NOTIFICATIONS}
            aria-label={t('settings')}
            className={buttonLook('quiet', 'w-9 px-0 pointer-coarse:w-11')}
            onClick={onLeave}
          >
            <Settings size={17} aria-hidden="true" />
          </Link>
        </Tooltip>
      </div>
    </div>
  );
}
