import { LocateFixed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../room/people.ts';
import type { Places } from '../room/places.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { LoadPlaces } from './people-here.tsx';
import { showWayBack } from './way-back.ts';

interface PersonPlaceProps {
  readonly person: Person;
  readonly picture: string | undefined;
  readonly loadPlaces: LoadPlaces;
  /** The user has gone to that person's place. */
  readonly onGone: () => void;
}

/** One person: who it is, and where. */
export function PersonCard(props: PersonPlaceProps) {
  const { person } = props;
  const { t } = useTranslation('people');
  const { section, go } = usePlace(props);
  return (
    <div className="flex w-64 flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar {...person} sizePx={40} picture={props.picture} />
        <PersonText person={person} section={section} />
      </div>
      {person.isSelf ? <p className="text-[13px]/5 text-muted">{t('self')}</p> : null}
      {go ? (
        <Button onClick={go}>
          <LocateFixed size={16} aria-hidden="true" />
          <span>{t('goThere')}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** The same as a row of a list. */
export function PersonRow(props: PersonPlaceProps) {
  const { person, picture } = props;
  const { t } = useTranslation('people');
  const { section, go } = usePlace(props);
  return (
    <li className="flex items-center gap-2.5">
      <Avatar {...person} sizePx={26} picture={picture} />
      <PersonText person={person} section={section} />
      {go ? (
        <IconButton
          label={t('goTo', { name: person.name })}
          icon={<LocateFixed size={16} aria-hidden="true" />}
          onClick={go}
        />
      ) : null}
    </li>
  );
}

interface PersonTextProps {
  readonly person: Person;
  readonly section: string | null | undefined;
}

function PersonText({ person, section }: PersonTextProps) {
  const { t } = useTranslation(['people', 'presence']);
  const place = section === undefined ? t('people:nowhere') : t('people:in', { section: section ?? '' });
  return (
    <p className="min-w-0 flex-1">
      <span translate="no" className="block truncate font-medium">
        {person.isSelf ? t('presence:you', { name: person.name }) : person.name}
      </span>
      {person.isSelf && section === undefined ? null : (
        <span className="block truncate text-[13px]/5 text-muted">
          {section === null ? t('people:atStart') : place}
        </span>
      )}
    </p>
  );
}

interface Place {
  /** The heading; null above the first; undefined without a caret. */
  readonly section: string | null | undefined;
  /** Null when there is nowhere to go. */
  readonly go: (() => void) | null;
}

function usePlace({ person, loadPlaces, onGone }: PersonPlaceProps): Place {
  const { t } = useTranslation('people');
  const places = usePlaces(loadPlaces);
  const { clients, isSelf, name } = person;
  const sections = places?.sections();
  const client = clients.find((one) => sections?.has(one) === true);
  if (!places || client === undefined) return { section: undefined, go: null };
  const go = (): void => {
    const back = places.show(clients);
    onGone();
    if (back) showWayBack({ back, said: t('went', { name }), label: t('back') });
  };
  return { section: sections?.get(client), go: isSelf ? null : go };
}

/** Renders again whenever people move. */
function usePlaces(load: LoadPlaces): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  const [, setMoves] = useState(0);
  useEffect(() => {
    let isGone = false;
    void load?.().then((loaded) => (isGone ? undefined : setPlaces(loaded)));
    return () => {
      isGone = true;
    };
  }, [load]);
  useEffect(() => places?.subscribe(() => setMoves((count) => count + 1)), [places]);
  return load === null ? null : places;
}
