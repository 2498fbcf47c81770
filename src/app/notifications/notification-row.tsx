import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { assignAuthorColors } from '../data/author-colors.ts';
import { commentPath, documentPath } from '../data/paths.ts';
import { formatExact, formatRelative } from '../i18n/format-date.ts';
import { formatList } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { excerptOf, isOften, type Group } from './group-notifications.ts';

export interface AnswerProps {
  readonly documentId: string;
  readonly person: { readonly id: string; readonly name: string };
}

interface NotificationRowProps {
  readonly group: Group;
  readonly now: Date;
  readonly Answer: ComponentType<AnswerProps>;
  readonly onOpen: () => void;
  readonly onDone: () => void;
}

const FACE_PX = 30;

/** One notification, or several that belong together. */
export function NotificationRow({ group, now, Answer, onOpen, onDone }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { language } = useLanguage();
  const { first, isUnread } = group;
  const { actor, documentId } = first;
  const said = useSaid(group);
  const excerpt = excerptOf(first);
  const at = new Date(first.createdAt);
  const path = pathOf(first);
  const look = clsx(
    'line-clamp-3 text-left text-[14px]/5 outline-offset-0 after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus',
    isUnread && 'font-semibold',
  );
  return (
    <li className="relative flex gap-3 rounded-control px-3 py-2.5 hover:bg-hover">
      <span className="relative mt-0.5">
        <Avatar name={actor?.name ?? ''} color={colorOf(actor)} sizePx={FACE_PX} />
        {isUnread && (
          <span className="absolute -top-0.5 -left-0.5 size-2.5 rounded-full bg-focus ring-2 ring-raised forced-colors:bg-[Highlight]">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1">
        {path === null ? (
          <button type="button" data-notification className={look} onClick={onOpen}>
            <TextSpan translate="no">{said}</TextSpan>
          </button>
        ) : (
          <Link to={path} data-notification className={look} onClick={onOpen}>
            <TextSpan translate="no">{said}</TextSpan>
          </Link>
        )}
        {excerpt !== null && (
          <p translate="no" dir="auto" className="mt-0.5 line-clamp-2 text-[13px]/5 text-muted">
            {excerpt}
          </p>
        )}
        <p className="mt-0.5 text-[12px]/4 text-muted">
          <time dateTime={at.toISOString()} title={formatExact(at, language)}>
            <TextSpan>{formatRelative(at, language, now)}</TextSpan>
          </time>
        </p>
        {first.kind === 'access_asked' && first.isOpen && actor && (
          <div className="relative z-1 mt-1.5">
            <Answer documentId={documentId} person={actor} />
          </div>
        )}
      </div>
      <IconButton
        label={t('markDone')}
        icon={<Check size={16} aria-hidden="true" />}
        className="z-1 !h-7 !w-7 text-muted pointer-coarse:!h-11 pointer-coarse:!w-11"
        onClick={onDone}
      />
    </li>
  );
}

/** Null: there is nothing that the person may open. */
function pathOf({ kind, documentId, threadId }: Group['first']): string | null {
  if (kind === 'access_refused') return null;
  return threadId === null ? documentPath(documentId) : commentPath(documentId, threadId);
}

const colorOf = (actor: Group['first']['actor']): string =>
  (actor && assignAuthorColors([{ userId: actor.id, color: actor.color }]).get(actor.id)) ?? '';

function useSaid({ first, ids, actors }: Group): string {
  const { t } = useTranslation(['notifications', 'common']);
  const { language } = useLanguage();
  const names = actors.map((actor) => actor?.name ?? t('notifications:formerMember'));
  const who =
    names.length > 2
      ? t('notifications:others', { name: names[0] ?? '', count: names.length - 1 })
      : formatList(names, language);
  const title = first.title?.trim() || t('notifications:untitled');
  if (ids.length > 1 && isOften(first.kind))
    return t(`notifications:saidOften.${first.kind}`, { who, title });
  const role = first.role ? t(`common:role.${first.role}`) : '';
  return t(`notifications:said.${first.kind}`, { who, title, role });
}
