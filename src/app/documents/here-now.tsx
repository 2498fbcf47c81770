import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { assignAuthorColors } from '../data/author-colors.ts';
import { avatarsQuery } from '../data/avatars.ts';
import type { ListedDocument } from '../data/documents.ts';
import { formatList } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

const MAX_FACES = 3;
const FACE_PX = 24;

/** The faces of others who have a document open. */
export function HereNow({ people }: { readonly people: ListedDocument['here'] }) {
  const { t } = useTranslation('documentList');
  const { language } = useLanguage();
  const { data: avatars } = useQuery(avatarsQuery());
  const colors = assignAuthorColors(people);
  const shown = people.length <= MAX_FACES ? people : people.slice(0, MAX_FACES - 1);
  const names = t('hereNow', {
    names: formatList(
      people.map(({ name }) => name),
      language,
    ),
  });
  return (
    <Tooltip text={names}>
      {/* Above the link that covers the row, for the tooltip. */}
      <span className="relative z-1 flex items-center pl-1.5">
        <span className="sr-only">{names}</span>
        {shown.map(({ userId, name }) => (
          <span key={userId} className="-ml-1.5 inline-flex rounded-full ring-2 ring-paper">
            <Avatar
              name={name}
              color={colors.get(userId) ?? ''}
              sizePx={FACE_PX}
              picture={avatars?.get(userId)}
            />
          </span>
        ))}
        {shown.length < people.length ? (
          <span
            aria-hidden="true"
            className="-ml-1.5 inline-flex h-6 min-w-6 items-center justify-center rounded-full bg-ink px-1 text-[11px] font-semibold text-paper tabular ring-2 ring-paper"
          >
            {`+${people.length - shown.length}`}
          </span>
        ) : null}
      </span>
    </Tooltip>
  );
}
