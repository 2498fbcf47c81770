import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarsQuery } from '../data/avatars.ts';
import { compareNames } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Person } from '../room/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** Maximum number of avatars. On a phone the save state needs the space. */
const MAX_FACES = { wide: 5, narrow: 2 };
const FACE_PX = 30;
/** 44 px touch target: in height for adjacent avatars, also in width for a single one. */
const TARGET =
  'inline-flex items-center rounded-full pointer-coarse:min-h-11 ' +
  'pointer-coarse:in-[li:first-child]:pl-[7px] pointer-coarse:in-[li:last-child]:pr-[7px]';

/** One avatar per user, however many tabs, the current user first; the name is a tooltip. */
export function PeopleHere({ people: unsorted }: { readonly people: readonly Person[] }) {
  const { t } = useTranslation('presence');
  const { data: avatars } = useQuery(avatarsQuery());
  const { language } = useLanguage();
  const compare = compareNames(language);
  const people = unsorted.toSorted(
    (one, other) => Number(other.isSelf) - Number(one.isSelf) || compare(one.name, other.name),
  );
  const most = useNarrow() ? MAX_FACES.narrow : MAX_FACES.wide;
  // "+1" would take the space of the avatar it hides.
  const shown = people.length <= most ? people : people.slice(0, most - 1);
  const hidden = people.slice(shown.length);
  return (
    <ul aria-label={t('people')} className="flex items-center pl-1.5">
      {shown.map((person) => (
        <li key={person.userId} className="-ml-1.5 flex">
          <Face person={person} picture={avatars?.get(person.userId)} />
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
            <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto">
              {people.map((person) => (
                <li key={person.userId} className="flex items-center gap-2.5">
                  <Avatar
                    name={person.name}
                    color={person.color}
                    sizePx={26}
                    picture={avatars?.get(person.userId)}
                  />
                  <NameOf person={person} />
                </li>
              ))}
            </ul>
          </Popover>
        </li>
      ) : null}
    </ul>
  );
}

function NameOf({ person }: { readonly person: Person }) {
  const { t } = useTranslation('presence');
  return <span translate="no">{person.isSelf ? t('you', { name: person.name }) : person.name}</span>;
}

interface FaceProps {
  readonly person: Person;
  readonly picture: string | undefined;
}

function Face({ person, picture }: FaceProps) {
  const { t } = useTranslation('presence');
  const name = person.isSelf ? t('you', { name: person.name }) : person.name;
  return (
    <Tooltip text={name}>
      {/* A button, so that the name is reachable by keyboard and touch. */}
      <button type="button" aria-label={name} className={clsx(TARGET, 'cursor-default')}>
        <span className="inline-flex rounded-full ring-2 ring-paper">
          <Avatar name={person.name} color={person.color} sizePx={FACE_PX} picture={picture} />
        </span>
      </button>
    </Tooltip>
  );
}

/** The breakpoint of `max-sm:`. */
const NARROW = '(width < 40rem)';

const query = (): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia(NARROW) : null);

function subscribe(listener: () => void): () => void {
  const list = query();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches === true);
