import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import { HistoryPanel } from '../../history/history-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { ImportNote } from './import-note.tsx';
import type { PartProps } from './use-open-page.ts';

const DeletedTextPart = loadLater(() =>
  import('./deleted-text-part.tsx').then((part) => part.DeletedTextPart),
);

export const HistorySide = ({ page }: PartProps) => {
  const { room, status, history, panel } = page;
  return (
    <HistoryPanel
      documentId={room.documentId}
      role={status.role}
      flush={room.flush}
      isSaved={status.save === 'saved'}
      selectedId={history.selectedId}
      onSelect={history.select}
      onClose={() => panel.toggle('history')}
      tools={mayWrite(status.role) ? <DeletedTextButton page={page} /> : null}
    >
      {mayWrite(status.role) ? (
        <Suspense fallback={null}>
          <ImportNote documentId={room.documentId} />
        </Suspense>
      ) : null}
    </HistoryPanel>
  );
};

function DeletedTextButton({ page }: PartProps) {
  const { t } = useTranslation('history');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('deletedText.open')}
      </Button>
      {open && <DeletedTextPart page={page} onClose={() => setOpen(false)} />}
    </>
  );
}
