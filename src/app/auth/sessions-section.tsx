import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { serverNow } from '../data/session.ts';
import { endOtherSessions, endSession, sessionsQuery, type ListedSession } from '../data/sessions.ts';
import { formatExact, formatRelative } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { describeDevice } from './describe-device.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Lists the user's sessions; ends one, all others, or all. */
export function SessionsSection({ userId }: { readonly userId: string }) {
  const { t } = useTranslation(['account', 'auth', 'common', 'errors']);
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery());
  const everywhere = useSignOut(userId, 'global');
  const [leavingOthers, setLeavingOthers] = useState(false);

  const leaveAll = async (): Promise<void> => {
    if (await everywhere.leave()) showToast.success(t('sessions.allEnded'));
  };
  const leaveOthers = async (): Promise<void> => {
    setLeavingOthers(true);
    const outcome = await endOtherSessions(client);
    setLeavingOthers(false);
    if (outcome.ok) showToast.success(t('sessions.othersEnded'));
    else showToast.error(t(`auth:failure.${outcome.failure}`));
  };

  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{t('sessions.text')}</p>
      {sessions.isPending && <Skeleton className="h-10 w-full" />}
      {sessions.isError && !sessions.data && (
        <Notice>
          <p>{t(`errors:${errorCodeOf(sessions.error)}`)}</p>
          <Button className="mt-2" busy={sessions.isFetching} onClick={() => void sessions.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      )}
      {sessions.data && (
        <ul aria-label={t('sessions.title')} className="divide-y divide-line border-y border-line">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {sessions.data && sessions.data.length > 1 && (
          <Button busy={leavingOthers} onClick={() => void leaveOthers()}>
            {t('sessions.endOthers')}
          </Button>
        )}
        <Button busy={everywhere.leaving} onClick={() => void leaveAll()}>
          {t('sessions.endAll')}
        </Button>
      </div>
      <SignOutDialog signOut={everywhere} />
    </div>
  );
}

function SessionRow({ session }: { readonly session: ListedSession }) {
  const { t } = useTranslation(['account', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const [ending, setEnding] = useState(false);
  const [now] = useState(serverNow);
  const { browser, system } = describeDevice(session.userAgent);
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'));

  const end = async (): Promise<void> => {
    setEnding(true);
    try {
      await endSession(client, session.id);
    } catch (error) {
      showToast.error(t(`errors:${errorCodeOf(error)}`));
    }
    setEnding(false);
  };

  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="font-medium break-words">{device}</p>
        <p className="text-[13px] text-muted">
          {session.isCurrent ? (
            t('sessions.current')
          ) : (
            <time
              dateTime={session.lastSeenAt.toISOString()}
              title={formatExact(session.lastSeenAt, language)}
            >
              {t('sessions.lastActive', { when: formatRelative(session.lastSeenAt, language, now) })}
            </time>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button busy={ending} aria-label={t('sessions.endOne', { device })} onClick={() => void end()}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
