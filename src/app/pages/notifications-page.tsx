import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { ACCOUNT_NOTIFICATIONS } from '../data/notifications.ts';
import type { SignedInUser } from '../data/session.ts';
import { ListHead, useShown } from '../notifications/list-head.tsx';
import { NotificationList } from '../notifications/notification-list.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { loadLater } from '../ui/load-later.tsx';
import { AppFrame } from './app-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

const Answer = loadLater(() => import('../sharing/answer-request.tsx').then((part) => part.AnswerNotified));

export function Component() {
  // Loads all texts before rendering.
  useTranslation('notifications');
  return <RequireSession waiting={<PageWaiting />}>{(user) => <Notifications user={user} />}</RequireSession>;
}

function Notifications({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation('notifications');
  const [shown, show] = useShown();
  usePage(t('title'));
  return (
    <AppFrame user={user}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
          {t('title')}
        </h1>
        <Link to={ACCOUNT_NOTIFICATIONS} className={buttonLook('quiet')}>
          <Settings size={17} aria-hidden="true" />
          <span>{t('settings')}</span>
        </Link>
      </div>
      <div className="mb-3">
        <ListHead shown={shown} onShow={show} />
      </div>
      <p className="mb-2 text-[13px] text-muted pointer-coarse:hidden">{t('shortcuts')}</p>
      <div className="-mx-3 flex flex-col">
        <NotificationList onlyMine={shown === 'onlyMine'} Answer={Answer} />
      </div>
    </AppFrame>
  );
}
