import { Eye, LocateFixed, PencilLine } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../room/company.ts';
import type { Person } from '../room/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useCompany, type LoadCompany } from './use-company.ts';
import { showWayBack } from './way-back.ts';

interface PersonPlaceProps {
  readonly person: Person;
  readonly picture: string | undefined;
  readonly loadCompany: LoadCompany;
  /** The user has gone to that person's place. */
  readonly onGone: () => void;
}

/** One person: who it is, and where. Suspends for its own texts; the text must not wait for them. */
export const PersonCard = (props: PersonPlaceProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

/** The same as a row of a list. */
export const PersonRow = (props: PersonPlaceProps) => (
  <Suspense fallback={null}>
    <Row {...props} />
  </Suspense>
);

function Card(props: PersonPlaceProps) {
  const { person } = props;
  const { t } = useTranslation('people');
  const { section, isTyping, go, follow } = usePlace(props);
  return (
    <div className="flex w-64 flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar {...person} sizePx={40} picture={props.picture} />
        <PersonText person={person} section={section} isTyping={isTyping} />
      </div>
      {person.isSelf ? <p className="text-[13px]/5 text-muted">{t('self')}</p> : null}
      {go ? (
        <Button onClick={go}>
          <LocateFixed size={16} aria-hidden="true" />
          <span>{t('goThere')}</span>
        </Button>
      ) : null}
      {follow ? (
        <Button onClick={follow}>
          <Eye size={16} aria-hidden="true" />
          <span>{t('follow')}</span>
        </Button>
      ) : null}
    </div>
  );
}

function Row(props: PersonPlaceProps) {
  const { person, picture } = props;
  const { t } = useTranslation('people');
  const { section, isTyping, go, follow } = usePlace(props);
  return (
    <li className="flex items-center gap-2.5">
      <Avatar {...person} sizePx={26} picture={picture} />
      <PersonText person={person} section={section} isTyping={isTyping} />
      {go ? (
        <IconButton
          label={t('goTo', { name: person.name })}
          icon={<LocateFixed size={16} aria-hidden="true" />}
          onClick={go}
        />
      ) : null}
      {follow ? (
        <IconButton
          label={t('followName', { name: person.name })}
          icon={<Eye size={16} aria-hidden="true" />}
          onClick={follow}
        />
      ) : null}
    </li>
  );
}

interface PersonTextProps {
  readonly person: Person;
  readonly section: string | null | undefined;
  readonly isTyping: boolean;
}

function PersonText({ person, section, isTyping }: PersonTextProps) {
  const { t } = useTranslation(['people', 'presence']);
  const where = section === null ? t('people:atStart') : t('people:in', { section: section ?? '' });
  const place = section === undefined ? t('people:nowhere') : where;
  return (
    <p className="min-w-0 flex-1">
      <span translate="no" className="block truncate font-medium">
        {person.isSelf ? t('presence:you', { name: person.name }) : person.name}
      </span>
      {person.isSelf && section === undefined ? null : (
        <span className="block truncate text-[13px]/5 text-muted">
          {isTyping ? <PencilLine size={13} aria-hidden="true" className="mr-1 inline align-[-2px]" /> : null}
          <span>{isTyping ? t('people:typing', { place }) : place}</span>
        </span>
      )}
    </p>
  );
}

interface Place {
  /** The heading; null above the first; undefined without a caret. */
  readonly section: string | null | undefined;
  readonly isTyping: boolean;
  /** Null when there is nowhere to go. */
  readonly go: (() => void) | null;
  /** Null before it is known how, and for the user's own face. */
  readonly follow: (() => void) | null;
}

function usePlace({ person, loadCompany, onGone }: PersonPlaceProps): Place {
  const { t } = useTranslation('people');
  const company = useMoving(loadCompany);
  const { userId, clients, isSelf, name } = person;
  const sections = company?.places.sections();
  const isTyping = company?.typists.isTyping(clients) ?? false;
  const client = clients.find((one) => sections?.has(one) === true);
  const follow =
    company && !isSelf
      ? () => {
          onGone();
          company.guide.follow(userId);
        }
      : null;
  if (!company || client === undefined) return { section: undefined, isTyping, go: null, follow };
  const go = (): void => {
    const back = company.places.show(clients);
    onGone();
    if (back) showWayBack({ back, said: t('went', { name }), label: t('back') });
  };
  return { section: sections?.get(client), isTyping, go: isSelf ? null : go, follow };
}

const LOOK_AGAIN_MS = 1000;

/** Renders again whenever people move. */
function useMoving(load: LoadCompany): Company | null {
  const company = useCompany(load);
  const [, setMoves] = useState(0);
  useEffect(() => {
    const again = (): void => setMoves((count) => count + 1);
    // Nothing tells when somebody stops typing.
    const timer = setInterval(again, LOOK_AGAIN_MS);
    const stop = company?.places.subscribe(again);
    return () => {
      clearInterval(timer);
      stop?.();
    };
  }, [company]);
  return company;
}
