import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Person } from '../room/people.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { Announcer, type News, type Seen } from './announcer.ts';
import { isAnnouncing, onAnnouncing } from './announcing.ts';
import { useCompany, type LoadCompany } from './use-company.ts';

const LOOK_EVERY_MS = 1000;
/** Long enough to be announced; then removed, so that it is not found when reading the page. */
const SAID_MS = 4500;

interface AnnouncePeopleProps {
  readonly people: readonly Person[];
  /** Presence is current; false while disconnected. */
  readonly live: boolean;
  readonly loadCompany: LoadCompany;
}

/** Announces arrivals, departures and the sections of people to screen readers, unless the user has turned it off. */
export function AnnouncePeople(props: AnnouncePeopleProps) {
  return useSyncExternalStore(onAnnouncing, isAnnouncing) ? <Region {...props} /> : null;
}

function Region(props: AnnouncePeopleProps) {
  const { t } = useTranslation('latePresence');
  const { language } = useLanguage();
  const news = useNews(props);
  return (
    <div aria-live="polite" className="sr-only">
      {news && news.joined.length > 0 ? (
        <p>
          <TextSpan>
            {t('joined', { count: news.joined.length, names: formatList([...news.joined], language) })}
          </TextSpan>
        </p>
      ) : null}
      {news && news.left.length > 0 ? (
        <p>
          <TextSpan>
            {t('left', { count: news.left.length, names: formatList([...news.left], language) })}
          </TextSpan>
        </p>
      ) : null}
      {news?.moved.map(({ name, section }) => (
        <p key={`${name} ${section}`}>
          <TextSpan>{t('isIn', { name, section })}</TextSpan>
        </p>
      ))}
    </div>
  );
}

function useNews({ people, live, loadCompany }: AnnouncePeopleProps): News | null {
  const places = useCompany(loadCompany)?.places;
  const [announcer] = useState(() => new Announcer());
  const [news, setNews] = useState<News | null>(null);
  const others = useRef(people);
  useEffect(() => {
    others.current = people.filter(({ isSelf }) => !isSelf);
  }, [people]);
  useEffect(() => {
    if (!live) return announcer.pause();
    const timer = setInterval(() => {
      const sections = places?.sections() ?? NONE;
      const seen = new Map(others.current.map((person) => [person.userId, seenIn(person, sections)]));
      const next = announcer.look(seen, performance.now());
      if (next) setNews(next);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [announcer, places, live]);
  useEffect(() => {
    if (news === null) return;
    const timer = setTimeout(() => setNews(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}

const NONE: ReadonlyMap<number, string | null> = new Map();

const seenIn = ({ name, clients }: Person, sections: ReadonlyMap<number, string | null>): Seen => ({
  name,
  section: clients.map((client) => sections.get(client)).find((section) => section !== undefined) ?? null,
});
