import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedDocument } from '../data/documents.ts';
import { formatExact, formatRelative } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { documentPath } from '../data/paths.ts';

interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly userId: string;
  readonly now: Date;
}

export function DocumentRow({ document, userId, now }: DocumentRowProps) {
  const { t } = useTranslation(['documents', 'common']);
  const { language } = useLanguage();
  const own = document.ownerId === userId;
  const when = formatRelative(document.updatedAt, language, now);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 border-b border-line px-2 py-3.5 transition-colors duration-120 hover:bg-hover has-[a:focus-visible]:bg-hover sm:grid-cols-[minmax(0,1fr)_9rem_9rem]">
      <Link
        to={documentPath(document.id)}
        className="truncate font-serif text-[18px]/6 font-medium text-ink after:absolute after:inset-0"
      >
        {document.title.trim() || <span className="text-muted">{t('documents:untitled')}</span>}
      </Link>
      <p className="col-start-1 row-start-2 truncate text-[13px] text-muted">
        {own ? t('documents:ownedByYou') : t('documents:ownedBy', { name: document.ownerName })}
        {document.memberCount > 1 && ` · ${t('documents:people', { count: document.memberCount })}`}
        <span className="sm:hidden">{` · ${when}`}</span>
      </p>
      <p className="row-span-2 self-center text-[13px] text-muted">{t(`common:role.${document.role}`)}</p>
      <p className="tabular row-span-2 hidden self-center text-right text-[13px] text-muted sm:block">
        <time
          dateTime={document.updatedAt.toISOString()}
          title={formatExact(document.updatedAt, language)}
          className="relative z-1"
        >
          {when}
        </time>
      </p>
    </li>
  );
}
