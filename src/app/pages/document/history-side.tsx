import { Suspense } from 'react';
import { mayWrite } from '#contract/roles.ts';
import { HistoryPanel } from '../../history/history-panel.tsx';
import { ImportNote } from './import-note.tsx';
import type { PartProps } from './use-open-page.ts';

export const HistorySide = ({ page: { room, status, history, panel } }: PartProps) => (
  <HistoryPanel
    documentId={room.documentId}
    role={status.role}
    flush={room.flush}
    isSaved={status.save === 'saved'}
    selectedId={history.selectedId}
    onSelect={history.select}
    onClose={() => panel.toggle('history')}
  >
    {mayWrite(status.role) ? (
      <Suspense fallback={null}>
        <ImportNote documentId={room.documentId} />
      </Suspense>
    ) : null}
  </HistoryPanel>
);
