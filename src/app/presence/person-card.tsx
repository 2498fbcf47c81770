import { Eye, LocateFixed } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../data/profiles.ts';
import type { Activity } from '../room/company/activity.ts';
import type { Person } from '../room/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ACTIVITY_ICONS } from './activity-icons.ts';
import { GatherButton } from './gather-button.tsx';
import { useMoving, type LoadCompany } from './use-company.ts';
import { showWayBack } from '../ui/way-back.ts';

interface PersonCardProps {
  readonly person: Person;
  readonly picture: string | undefined;
  readonly loadCompany: LoadCompany;
  /** The user has gone to that person's place. */
  readonly onGone: () => void;
}

interface GatheringProps {
  /** Asking everyone to come is for those who may edit. */
  readonly mayGather: boolean;
}

/** Card of another person: name, place and activity. Suspends while its translations load; the document must not wait. */
export const PersonCard = (props: PersonCardProps & GatheringProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

/** The same as a row of a list. */
export const PersonRow = (props: PersonCardProps) => (
  <Suspense fallback={null}>
    <Row {...props} />
  </Suspense>
);

function Card({ mayGather, ...props }: PersonCardProps & GatheringProps) {
  const { person, picture, loadCompany, onGone } = props;
  const { t } = useTranslation('latePresence');
  const { section, activity, go, follow } = usePlace(props);
  return (
    <div className="flex w-64 flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar {...person} sizePx={40} picture={picture} />
        <PersonText name={person.name} section={section} activity={activity} />
      </div>
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
      {mayGather ? <GatherButton loadCompany={loadCompany} onDone={onGone} /> : null}
    </div>
  );
}

function Row(props: PersonCardProps) {
  const { person, picture } = props;
  const { t } = useTranslation('latePresence');
  const { section, activity, go, follow } = usePlace(props);
  return (
    <li className="flex items-center gap-2.5">
      <Avatar {...person} sizePx={26} picture={picture} />
      <PersonText name={person.name} section={section} activity={activity} />
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
  readonly name: string;
  readonly section: string | null | undefined;
  readonly activity: Activity;
}

function PersonText({ name, section, activity }: PersonTextProps) {
  const { t } = useTranslation('latePresence');
  const Icon = ACTIVITY_ICONS[activity];
  const place = section == null ? t('atStart') : t('in', { section });
  return (
    <p className="min-w-0 flex-1">
      <span translate="no" dir="auto" className="block truncate font-medium">
        {name}
      </span>
      <span className="line-clamp-2 text-[13px]/5 break-words text-muted">
        <Icon size={13} aria-hidden="true" className="mr-1 inline align-[-2px]" />
        <span>
          {section === undefined
            ? t(`does.${activity}`)
            : t('placed', { place, does: t(`doing.${activity}`) })}
        </span>
      </span>
    </p>
  );
}

interface Place {
  /** The heading; null above the first; undefined without a caret. */
  readonly section: string | null | undefined;
  readonly activity: Activity;
  /** Null when there is nowhere to go. */
  readonly go: (() => void) | null;
  /** Null where it would be refused, and until that is known. */
  readonly follow: (() => void) | null;
}

function usePlace({ person, loadCompany, onGone }: PersonCardProps): Place {
  const { t } = useTranslation('latePresence');
  const company = useMoving(loadCompany);
  const { userId, clients, name } = person;
  // Asked each time: the person may have changed it on another page a moment ago.
  const { data: profile, isFetchedAfterMount } = useQuery({ ...profileQuery(userId), staleTime: 0 });
  if (!company) return { section: undefined, activity: 'reading', go: null, follow: null };
  const { places, guide, standings } = company;
  const sections = places.sections();
  const client = clients.find((one) => sections.has(one));
  const follow = (): void => {
    onGone();
    guide.follow(userId);
  };
  const mayFollow =
    isFetchedAfterMount &&
    profile?.mayBeFollowed === true &&
    !standings.of(person).private &&
    person.isSilent !== true &&
    guide.mayFollow(userId);
  const go = (): void => {
    const back = places.show(clients);
    onGone();
    if (back) showWayBack({ back, text: t('went', { name }), label: t('back') });
  };
  return {
    section: client === undefined ? undefined : sections.get(client),
    activity: company.activityOf(person),
    go: client === undefined ? null : go,
    follow: mayFollow ? follow : null,
  };
}
