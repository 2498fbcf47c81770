import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarsQuery } from '../data/avatars.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Person } from '../room/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { FaceMark, GatherButton, PersonCard, PersonRow } from './late-loader.ts';
import type { LoadCompany } from './use-company.ts';

/** Maximum number of avatars of others. On a phone the save state needs the space. */
const MAX_FACES = { wide: 4, narrow: 1 };
const FACE_PX = 30;
/** 44 px touch target: in height for adjacent avatars, also in width for a single one. */
const TARGET =
  'inline-flex items-center rounded-full pointer-coarse:min-h-11 ' +
  'pointer-coarse:in-[li:first-child]:pl-[7px] pointer-coarse:in-[li:last-child]:pr-[7px]';

interface PeopleHereProps {
  readonly people: readonly Person[];
  readonly loadCompany: LoadCompany;
  readonly mayGather: boolean;
  /** The current user's avatar. */
  readonly own: ReactNode;
}

/** One avatar per user, however many tabs. It opens a card with the user's name and place. The current user is last. */
export function PeopleHere({ people, loadCompany, mayGather, own }: PeopleHereProps) {
  const { t } = useTranslation('presence');
  const { data: avatars } = useQuery(avatarsQuery());
  const { language } = useLanguage();
  const compare = compareNames(language);
  const others = people
    .filter(({ isSelf }) => !isSelf)
    .toSorted((one, other) => compare(one.name, other.name));
  const most = useNarrow() ? MAX_FACES.narrow : MAX_FACES.wide;
  // "+1" would take the space of the avatar it hides.
  const shown = others.length <= most ? others : others.slice(0, most - 1);
  const hidden = others.slice(shown.length);
  return (
    <ul aria-label={t('people')} className="flex items-center pl-1.5">
      {shown.map((person) => (
        <li key={person.userId} className="-ml-1.5 flex">
          <Face {...{ person, loadCompany, mayGather }} picture={avatars?.get(person.userId)} />
        </li>
      ))}
      {hidden.length > 0 ? (
        <li className="-ml-1.5 flex">
          <Popover
            label={t('people')}
            renderTrigger={(button) => (
              <button
                {...button}
                type="button"
                aria-label={t('more', { count: hidden.length })}
                className={TARGET}
              >
                <span className="inline-flex h-[30px] min-w-[30px] items-center justify-center rounded-full bg-ink px-1.5 text-xs font-semibold text-paper tabular ring-2 ring-paper">
                  {`+${hidden.length}`}
                </span>
              </button>
            )}
          >
            {(close) => (
              <div className="flex w-64 flex-col gap-3">
                <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto">
                  {others.map((person) => (
                    <PersonRow
                      key={person.userId}
                      person={person}
                      picture={avatars?.get(person.userId)}
                      loadCompany={loadCompany}
                      onGone={close}
                    />
                  ))}
                </ul>
                {mayGather ? <GatherButton loadCompany={loadCompany} onDone={close} /> : null}
              </div>
            )}
          </Popover>
        </li>
      ) : null}
      <li className={hidden.length > 0 ? 'ml-0.5 flex' : '-ml-1.5 flex'}>{own}</li>
    </ul>
  );
}

interface FaceProps {
  readonly person: Person;
  readonly picture: string | undefined;
  readonly loadCompany: LoadCompany;
  readonly mayGather: boolean;
}

function Face(props: FaceProps) {
  const { person, picture, loadCompany } = props;
  const { name } = person;
  return (
    <Popover
      label={name}
      renderTrigger={(button) => (
        <Tooltip text={name}>
          <button {...button} type="button" aria-label={name} className={TARGET}>
            <span className="relative inline-flex rounded-full ring-2 ring-paper">
              <span className={person.isSilent ? 'opacity-60 grayscale' : ''}>
                <Avatar name={name} color={person.color} sizePx={FACE_PX} picture={picture} />
              </span>
              <FaceMark person={person} loadCompany={loadCompany} />
            </span>
          </button>
        </Tooltip>
      )}
    >
      {(close) => <PersonCard {...props} onGone={close} />}
    </Popover>
  );
}
