import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AvatarField } from '../auth/avatar-field.tsx';
import { ChangePasswordForm } from '../auth/change-password-form.tsx';
import { ColorField } from '../auth/color-field.tsx';
import { DeleteAccountSection } from '../auth/delete-account-section.tsx';
import { EmailSection } from '../auth/email-section.tsx';
import { ProfileForm } from '../auth/profile-form.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { SecondFactorSection } from '../auth/second-factor-section.tsx';
import { SessionsSection } from '../auth/sessions-section.tsx';
import { errorCodeOf } from '../data/api-error.ts';
import { NOTIFICATIONS_SECTION } from '../data/notifications.ts';
import { PRESENCE_SECTION } from '../data/paths.ts';
import { profileQuery } from '../data/profiles.ts';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { PresenceSettings } from '../presence/presence-settings.tsx';
import { Button } from '../ui/button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { AppFrame } from './app-frame.tsx';
import { keepLanguageOnServer } from './keep-language-on-server.ts';
import { PageWaiting } from './page-waiting.tsx';
import { Preferences } from './preferences.tsx';
import { usePage } from './use-page.ts';
import type { SignedInUser } from '../data/session.ts';

const Everything = loadLater(() => import('./everything/everything.tsx').then((part) => part.Everything));

export function Component() {
  return <RequireSession waiting={<PageWaiting />}>{(user) => <Account user={user} />}</RequireSession>;
}

function Account({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(['account', 'common', 'errors']);
  usePage(t('account:page.title'));
  const profile = useQuery(profileQuery(user.id));
  return (
    <AppFrame user={user}>
      <h1 tabIndex={-1} className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
        {t('account:page.title')}
      </h1>
      <Section title={t('account:page.profile')}>
        {profile.data && (
          <div className="flex flex-col gap-6">
            <AvatarField profile={profile.data} />
            <ColorField
              profile={profile.data}
              // One toast while arrow keys choose several colors in a row.
              onSaved={() => void showToast.success(t('account:page.saved'), { id: 'color' })}
            />
            <ProfileForm
              profile={profile.data}
              onSaved={() => void showToast.success(t('account:page.saved'))}
            />
          </div>
        )}
        {profile.isPending && <Skeleton className="h-10 w-full" />}
        {profile.isError && !profile.data && (
          <Notice>
            <p>{t(`errors:${errorCodeOf(profile.error)}`)}</p>
            <Button className="mt-2" busy={profile.isFetching} onClick={() => void profile.refetch()}>
              {t('common:retry')}
            </Button>
          </Notice>
        )}
      </Section>
      <Section title={t('account:presence.title')} id={PRESENCE_SECTION} isReady={!profile.isPending}>
        {profile.data ? (
          <PresenceSettings
            profile={profile.data}
            onSaved={() => void showToast.success(t('account:page.saved'), { id: 'presence' })}
          />
        ) : null}
      </Section>
      <Section title={t('account:notifications')} id={NOTIFICATIONS_SECTION} isReady={!profile.isPending}>
        <Suspense fallback={null}>
          <NotificationSettings
            onSaved={() => void showToast.success(t('account:page.saved'), { id: 'notifications' })}
          />
        </Suspense>
      </Section>
      <Section title={t('account:page.appearance')}>
        <Preferences onLanguage={keepLanguageOnServer} />
      </Section>
      <Section title={t('account:page.email')}>
        <EmailSection />
      </Section>
      <Section title={t('account:page.security')}>
        <ChangePasswordForm
          email={user.email}
          onChanged={() => void showToast.success(t('account:page.passwordSaved'))}
        />
      </Section>
      <Section title={t('account:secondFactor.title')}>
        <SecondFactorSection />
      </Section>
      <Section title={t('account:sessions.title')}>
        <SessionsSection userId={user.id} />
      </Section>
      <ArchiveSection user={user} />
      <Section title={t('account:remove.title')}>
        <DeleteAccountSection user={user} />
      </Section>
    </AppFrame>
  );
}

function ArchiveSection({ user }: { readonly user: SignedInUser }) {
  // Suspends until its texts are loaded, not the whole page.
  return (
    <Suspense fallback={null}>
      <TitledArchive user={user} />
    </Suspense>
  );
}

function TitledArchive({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation('archive');
  return (
    <Section title={t('title')}>
      <Everything userId={user.id} />
    </Section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The part of the address that leads here. */
  readonly id?: string;
  /** The sections above have their height. */
  readonly isReady?: boolean;
}

function Section({ title, children, id, isReady = true }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isSought = id !== undefined && hash === `#${id}` && isReady;
  // The focus is what screen readers announce, and where the Tab key goes on.
  useEffect(() => {
    if (!isSought) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isSought]);
  return (
    <section className="mt-10 grid gap-x-10 gap-y-4 border-t border-line pt-6 sm:grid-cols-[14rem_minmax(0,24rem)]">
      <h2
        ref={heading}
        id={id}
        tabIndex={id === undefined ? undefined : -1}
        className="scroll-mt-20 text-[15px] font-semibold"
      >
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
