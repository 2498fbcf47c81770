import { Eye, Users } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../room/company.ts';
import type { Guide, GuideState } from '../room/guide.ts';
import type { Person } from '../room/people.ts';
import type { Places } from '../room/places.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useCompany, type LoadCompany } from './use-company.ts';

interface GuideBarProps {
  readonly people: readonly Person[];
  readonly loadCompany: LoadCompany;
}

/** Whom the user follows, and who follows the user; each with a way to end it. */
export function GuideBar({ people, loadCompany }: GuideBarProps) {
  const company = useCompany(loadCompany);
  return company ? <Bar people={people} guide={company.guide} places={company.places} /> : null;
}

const TICK_MS = 4000;

function Bar({ people, guide, places }: Omit<Company, 'typists'> & Pick<GuideBarProps, 'people'>) {
  const { t } = useTranslation('people');
  const state = useSyncExternalStore(guide.subscribe, guide.state);
  const nameOf = (userId: string): string => people.find((one) => one.userId === userId)?.name ?? '';
  useEffect(() => {
    const timer = setInterval(() => guide.tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [guide]);
  useEffect(() => {
    guide.takeEnd((reason, userId) => {
      const name = people.find((one) => one.userId === userId)?.name ?? '';
      showToast.plain(t(reason === 'loop' ? 'loop' : 'stopped', { name }));
    });
  }, [guide, people, t]);
  useOwnView(guide, places, state.followers.length > 0);
  useFollowing(guide, places, state);
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

const VIEW_EVERY_MS = 250;

/** Sends what this window shows, while somebody follows and whenever it changes. */
function useOwnView(guide: Guide, places: Places, isFollowed: boolean): void {
  useEffect(() => {
    if (!isFollowed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const middle = document.visibilityState === 'visible' ? places.middle() : null;
      if (middle) guide.showOwn(middle);
    };
    const showSoon = (): void => void (timer ??= setTimeout(show, VIEW_EVERY_MS));
    show();
    const stop = places.subscribe(showSoon);
    addEventListener('scroll', showSoon, { passive: true });
    addEventListener('resize', showSoon);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('scroll', showSoon);
      removeEventListener('resize', showSoon);
    };
  }, [guide, places, isFollowed]);
}

const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/** Moves this window with the leader's, until the user moves it. */
function useFollowing(guide: Guide, places: Places, { leader }: GuideState): void {
  const isFollowing = leader !== null;
  useEffect(() => {
    guide.takeViews(places.showMiddle);
  }, [guide, places]);
  useEffect(() => {
    if (!isFollowing) return;
    const move = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[data-guide]')) return;
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      if (event instanceof KeyboardEvent && event.key === 'Escape') guide.leave();
      else guide.wander();
    };
    for (const kind of OWN_MOVES) addEventListener(kind, move, { capture: true, passive: true });
    return () => OWN_MOVES.forEach((kind) => removeEventListener(kind, move, { capture: true }));
  }, [guide, isFollowing]);
}
