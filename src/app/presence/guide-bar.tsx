import { useQuery } from '@tanstack/react-query';
import { Eye, Users } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../data/profiles.ts';
import type { Company } from '../room/company/company.ts';
import type { Person } from '../room/people.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useCalls } from './use-calls.ts';
import { useCompany, type LoadCompany } from './use-company.ts';
import { useFollowing, useOwnView } from './use-following.ts';
import { useOwnStanding } from './use-own-standing.ts';

interface GuideBarProps {
  readonly documentId: string;
  readonly people: readonly Person[];
  /** The server does not accept this page's changes at the moment. */
  readonly isUnsaved: boolean;
  readonly loadCompany: LoadCompany;
}

/** Bars for following: one names the leader, one the followers. Each has a button that ends it. */
export function GuideBar({ loadCompany, ...props }: GuideBarProps) {
  const company = useCompany(loadCompany);
  return company ? <Bar {...props} company={company} /> : null;
}

const TICK_MS = 4000;

function Bar({ documentId, people, isUnsaved, company }: BarProps) {
  const { guide, places, standings } = company;
  const { t } = useTranslation('latePresence');
  const state = useSyncExternalStore(guide.subscribe, guide.state);
  const nameOf = (userId: string): string => people.find((one) => one.userId === userId)?.name ?? '';
  const self = people.find(({ isSelf }) => isSelf)?.userId;
  const { data: profile } = useQuery({ ...profileQuery(self ?? ''), enabled: self !== undefined });
  const mayBeFollowed = profile?.mayBeFollowed ?? true;
  useEffect(() => {
    const timer = setInterval(() => {
      guide.tick();
      standings.tick();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [guide, standings]);
  useEffect(() => guide.setOpen(mayBeFollowed), [guide, mayBeFollowed]);
  useEffect(() => {
    guide.takeEnd((reason, userId) => {
      const name = people.find((one) => one.userId === userId)?.name ?? '';
      showToast.plain(t(reason, { name }));
    });
  }, [guide, people, t]);
  useOwnStanding(standings, { unsaved: isUnsaved, private: !mayBeFollowed });
  useOwnView(guide, places, state.followers.length > 0);
  useFollowing(guide, places, state);
  useCalls(company, documentId, people);
  const { leader, followers } = state;
  return (
    <div
      // Pressing these buttons is not moving on one's own.
      data-guide=""
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar,52px)+3.75rem)] z-10 flex flex-col items-center gap-2 px-3 print:hidden"
    >
      {leader ? (
        <Pill
          icon={<Eye size={16} aria-hidden="true" />}
          text={t(leader.phase, { name: nameOf(leader.userId) })}
        >
          {leader.phase === 'away' ? (
            <Button look="quiet" onClick={() => guide.comeBack()}>
              {t('comeBack', { name: nameOf(leader.userId) })}
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => guide.leave()}>
            {t('stopFollowing')}
          </Button>
        </Pill>
      ) : null}
      {followers.length > 0 ? (
        <Pill
          icon={<Users size={16} aria-hidden="true" />}
          text={t('followers', { count: followers.length, name: nameOf(followers[0] ?? '') })}
        >
          <Button look="quiet" onClick={() => guide.dismiss()}>
            {t('dismiss')}
          </Button>
        </Pill>
      ) : null}
    </div>
  );
}

interface BarProps extends Omit<GuideBarProps, 'loadCompany'> {
  readonly company: Company;
}

interface PillProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly children: ReactNode;
}

const Pill = ({ icon, text, children }: PillProps) => (
  <div className="appear pointer-events-auto flex max-w-full flex-wrap items-center gap-x-1 rounded-card border border-line bg-raised py-0.5 pr-1 pl-3 shadow-high">
    {icon}
    <output className="min-w-0 px-1.5">{text}</output>
    {children}
  </div>
);
