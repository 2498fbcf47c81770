import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BadFiles } from './bad-files.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { ChangesChoice, ImportState } from './types.ts';

interface ImportDialogProps {
  readonly state: ImportState;
  readonly changes: ChangesChoice;
  readonly onChanges: (changes: ChangesChoice) => void;
  readonly onCreate: () => void;
  /** Beside *Create*: to insert the text, or to compare it. */
  readonly more: ReactNode;
  /** About `more`. */
  readonly notes: readonly string[];
  readonly onClose: () => void;
}

/** Chosen files on their way to documents: read, shown, made. */
export function ImportDialog({
  state,
  changes,
  onChanges,
  onCreate,
  more,
  notes,
  onClose,
}: ImportDialogProps) {
  const { t } = useTranslation(['imports', 'common']);
  const title = useTitle(state);
  const canCreate = state.step === 'preview' && state.texts.length > 0;
  return (
    <Dialog open onOpenChange={onClose} title={title} closeLabel={t('common:close')} unasked>
      {'share' in state && (
        <ProgressBar
          label={title}
          share={state.share}
          text={state.step === 'reading' ? state.fileName : null}
        />
      )}
      {state.step === 'preview' && <ImportPreview {...state} changes={changes} onChanges={onChanges} />}
      {state.step === 'failed' && (
        <BadFiles
          files={state.failed.map(({ title: name, reason }) => ({
            name: name || t('imports:preview.untitled'),
            reason,
          }))}
        />
      )}
      {canCreate &&
        notes.map((note) => (
          <p key={note} className="mt-3 text-[13px] text-muted">
            {note}
          </p>
        ))}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>
          {t(
            state.step === 'failed' || (state.step === 'preview' && !canCreate)
              ? 'common:close'
              : 'common:cancel',
          )}
        </Button>
        {canCreate && more}
        {canCreate && (
          <Button look="primary" onClick={onCreate}>
            {t('imports:create', { count: state.texts.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useTitle(state: ImportState): string {
  const { t } = useTranslation('imports');
  switch (state.step) {
    case 'reading':
      return t(state.files > 1 ? 'reading.several' : 'reading.title');
    case 'inserting':
      return t('inserting');
    case 'making':
      return t('making.title', { count: state.count });
    case 'failed':
      return t('bad.notMade', { count: state.failed.length });
    case 'preview': {
      const [first, ...others] = state.texts;
      if (!first) return t('bad.title');
      if (others.length > 0) return t('preview.several', { count: state.texts.length });
      return t('preview.title', { title: first.title || t('preview.untitled') });
    }
  }
}
