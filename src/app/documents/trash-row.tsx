import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RotateCcw, Trash2 } from 'lucide-react';
import type { ListedDocument } from '../data/documents.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { DeviceMark } from './device-marks.ts';
import { WaitingMark } from './device-parts.ts';
import { SelectRow } from './select-row.tsx';
import type { Selection } from './use-selection.ts';
import { useDocumentActions } from './use-document-actions.ts';
import { RelativeTime } from './relative-time.tsx';

interface TrashRowProps {
  readonly document: ListedDocument;
  readonly userId: string;
  readonly now: Date;
  readonly at: Date;
  readonly selected: boolean;
  readonly mark: DeviceMark;
  readonly onSelect: Selection['select'];
}

/** A document in the trash cannot be opened, only restored or erased. */
export function TrashRow({ document, userId, now, at, selected, mark, onSelect }: TrashRowProps) {
  const { t } = useTranslation(['documents', 'documentList', 'common']);
  const [asking, setAsking] = useState(false);
  const actions = useDocumentActions(document, userId);
  const title = document.title.trim() || t('documents:untitled');
  return (
    <li
      data-id={document.id}
      className="group [contain-intrinsic-size:auto_4rem] [content-visibility:auto] flex items-center gap-2 border-b border-line py-2 pr-1 pl-2 has-checked:bg-hover"
    >
      <SelectRow
        label={t('documentList:selected.select', { title })}
        selected={selected}
        shown
        onSelect={(extend) => onSelect(document.id, extend)}
      />
      <div className="min-w-0 flex-1 py-1.5">
        <p
          {...(document.title.trim() ? { lang: '', translate: 'no', dir: 'auto' } : {})}
          className="truncate text-left font-serif text-[18px]/6 font-medium"
        >
          {title}
        </p>
        <p className="truncate text-[13px] text-muted">
          <Suspense fallback={null}>{mark === 'waiting' && <WaitingMark />}</Suspense>
          <span>{`${t('documentList:deleted')} `}</span>
          <RelativeTime at={at} now={now} />
        </p>
      </div>
      <Button look="quiet" aria-label={t('documentList:restoreOne', { title })} onClick={actions.restore}>
        <RotateCcw size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('documentList:restore')}</span>
      </Button>
      <IconButton
        label={t('documentList:deleteForeverOne', { title })}
        icon={<Trash2 size={17} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('documentList:deleteForeverTitle', { title })}
        text={t('documentList:deleteForeverText')}
        confirmLabel={t('documentList:deleteForever')}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={() => {
          setAsking(false);
          actions.erase();
        }}
      />
    </li>
  );
}
