import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Person } from '../room/people.ts';
import { TextSpan } from '../ui/text-span.tsx';

/** A user who returns sooner, after a reload or a network gap, counts as present throughout. */
const SETTLE_MS = 3000;
/** Long enough to be announced; then removed, so that it is not found when reading the page. */
const SAID_MS = 8000;

interface AnnouncePeopleProps {
  readonly people: readonly Person[];
  /** Presence is current; false while disconnected. */
  readonly live: boolean;
}

/** Announces arrivals and departures to screen readers, once they last. Users present at the start are not announced. */
export function AnnouncePeople({ people, live }: AnnouncePeopleProps) {
  const { t } = useTranslation('presence');
  const { language } = useLanguage();
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  const [change, setChange] = useState<{ joined: string[]; left: string[] } | null>(null);
  const here = JSON.stringify(
    people.filter(({ isSelf }) => !isSelf).map(({ userId, name }) => [userId, name]),
  );

  useEffect(() => {
    if (!live) return;
    const timer = setTimeout(() => {
      const now = new Map<string, string>(JSON.parse(here));
      const before = known.current ?? now;
      known.current = now;
      const joined = [...now].flatMap(([id, name]) => (before.has(id) ? [] : [name]));
      const left = [...before].flatMap(([id, name]) => (now.has(id) ? [] : [name]));
      if (joined.length + left.length > 0) setChange({ joined, left });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [here, live]);

  useEffect(() => {
    if (change === null) return;
    const timer = setTimeout(() => setChange(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [change]);

  return (
    <div aria-live="polite" className="sr-only">
      {change && change.joined.length > 0 && (
        <p>
          <TextSpan>
            {t('joined', { count: change.joined.length, names: formatList(change.joined, language) })}
          </TextSpan>
        </p>
      )}
      {change && change.left.length > 0 && (
        <p>
          <TextSpan>
            {t('left', { count: change.left.length, names: formatList(change.left, language) })}
          </TextSpan>
        </p>
      )}
    </div>
  );
}
