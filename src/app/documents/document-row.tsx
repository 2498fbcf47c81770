import { clsx } from 'clsx';
import { MoreHorizontal, Star } from 'lucide-react';
import { memo, Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayWrite } from '#contract/roles.ts';
import type { ListedDocument } from '../data/documents.ts';
import { documentPath } from '../data/paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { isRemovedAtOnce } from './is-removed-at-once.ts';
import { RenameField } from './rename-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { HereNow } from './here-now.tsx';
import type { Asking } from './row-menu.tsx';
import { MissingMark, PinnedMark, WaitingMark } from './device-parts.ts';
import type { DeviceMark } from './device-marks.ts';
import { SelectRow } from './select-row.tsx';
import { useDocumentActions } from './use-document-actions.ts';
import { RelativeTime } from './relative-time.tsx';
import type { Selection } from './use-selection.ts';

const RowMenu = loadLater(() => import('./row-menu.tsx').then((part) => part.RowMenu));

interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly userId: string;
  readonly now: Date;
  /** Time of its last change, opening or deletion, depending on the view. */
  readonly at: Date;
  /** Name of its folder, unless the view shows it already. */
  readonly folder: string | undefined;
  readonly selected: boolean;
  /** Some rows are selected. */
  readonly selecting: boolean;
  readonly mark: DeviceMark;
  readonly onSelect: Selection['select'];
  readonly onShare: (document: ListedDocument) => void;
  /** Called instead of opening a document that is not on this device. */
  readonly onMissing: (document: ListedDocument) => void;
}

export const DocumentRow = memo(function DocumentRow({
  document,
  userId,
  now,
  at,
  folder,
  selected,
  selecting,
  mark,
  onSelect,
  onShare,
  onMissing,
}: DocumentRowProps) {
  const { t } = useTranslation(['documents', 'documentList', 'common']);
  const { language } = useLanguage();
  const [renaming, setRenaming] = useState(false);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const [asking, setAsking] = useState<Asking>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const actions = useDocumentActions(document, userId);
  const title = document.title.trim();
  const name = title || t('documents:untitled');
  const rename = mayWrite(document.role) ? () => setRenaming(true) : null;
  const remove = (): void => {
    if (isRemovedAtOnce(document)) return actions.moveToTrash();
    if (menu === 'never') setMenu('closed');
    setAsking('remove');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = event.key === 'F2' ? rename : event.key === 'Delete' ? remove : null;
    // Of several selected documents, the view removes all.
    if (!act || selecting) return;
    event.preventDefault();
    act();
  };
  const endRename = (next: string | null): void => {
    setRenaming(false);
    if (next !== null) actions.rename(next);
    requestAnimationFrame(() => link.current?.focus());
  };
  return (
    <li
      data-id={document.id}
      className="group [contain-intrinsic-size:auto_4rem] [content-visibility:auto] relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-2 pr-1 pl-2 transition-colors duration-120 hover:bg-hover has-checked:bg-hover has-[a:focus-visible]:bg-hover sm:grid-cols-[minmax(0,1fr)_8rem_9rem_auto] sm:gap-x-4"
    >
      <div className="flex min-w-0 items-center gap-2">
        <SelectRow
          label={t('documentList:selected.select', { title: name })}
          selected={selected}
          shown={selecting}
          onSelect={(extend) => onSelect(document.id, extend)}
        />
        <div className="min-w-0 flex-1 py-1.5">
          {renaming ? (
            <RenameField title={document.title} onEnd={endRename} />
          ) : (
            <Link
              ref={link}
              to={documentPath(document.id)}
              lang=""
              translate="no"
              dir="auto"
              onKeyDown={onKeyDown}
              onClick={(event) => {
                if (mark !== 'missing') return;
                event.preventDefault();
                onMissing(document);
              }}
              className={clsx(
                'block truncate text-left font-serif text-[18px]/6 font-medium after:absolute after:inset-0',
                mark === 'missing' ? 'text-muted' : 'text-ink',
              )}
            >
              {title || (
                <span lang={language} translate="yes" className="text-muted">
                  {name}
                </span>
              )}
            </Link>
          )}
          <p className="truncate text-[13px] text-muted">
            {actions.busy && <Spinner />}
            <Suspense fallback={null}>
              {mark === 'missing' && <MissingMark />}
              {mark === 'waiting' && <WaitingMark />}
            </Suspense>
            <span>
              {document.ownerId === userId
                ? t('documents:ownedByYou')
                : t('documents:ownedBy', { name: document.ownerName })}
            </span>
            {document.memberCount > 1 && (
              <span>{` · ${t('documents:people', { count: document.memberCount })}`}</span>
            )}
            <span className="sm:hidden">
              <span>{' · '}</span>
              <RelativeTime at={at} now={now} />
            </span>
            {folder !== undefined && <span>{` · ${t('documentList:folders.in', { name: folder })}`}</span>}
          </p>
        </div>
        <Suspense fallback={null}>{mark === 'pinned' && <PinnedMark />}</Suspense>
        {document.here.length > 0 ? <HereNow people={document.here} /> : null}
      </div>
      <p className="hidden truncate text-[13px] text-muted sm:block">
        {document.role === 'owner' ? '' : t(`common:role.${document.role}`)}
      </p>
      <p className="tabular hidden text-right text-[13px] text-muted sm:block">
        <RelativeTime at={at} now={now} />
      </p>
      <div className="relative z-1 flex">
        <IconButton
          label={t('documentList:favorite', { title: name })}
          aria-pressed={document.favorite}
          icon={
            <Star
              size={17}
              aria-hidden="true"
              className={document.favorite ? 'fill-amber text-amber' : 'text-muted'}
            />
          }
          onClick={() => actions.setFavorite(!document.favorite)}
        />
        <IconButton
          ref={menuButton}
          label={t('documentList:actions', { title: name })}
          aria-haspopup="menu"
          aria-expanded={menu === 'open'}
          icon={<MoreHorizontal size={17} aria-hidden="true" />}
          onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
        />
        {menu !== 'never' && (
          <RowMenu
            document={document}
            userId={userId}
            button={menuButton}
            open={menu === 'open'}
            onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
            onRename={rename}
            onRemove={remove}
            asking={asking}
            onAsk={setAsking}
            onShare={() => onShare(document)}
            onSelect={() => onSelect(document.id, false)}
            actions={actions}
          />
        )}
      </div>
    </li>
  );
});
