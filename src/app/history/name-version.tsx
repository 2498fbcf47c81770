import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { nameVersion, refreshVersions, saveVersion, type Version } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { NameDialog } from './name-dialog.tsx';

interface NameVersionProps {
  readonly documentId: string;
  readonly version: Version;
  readonly onClose: () => void;
}

/** Names or renames a version. An empty name takes the name away. */
export function NameVersion({ documentId, version, onClose }: NameVersionProps) {
  const { t } = useTranslation('history');
  const client = useQueryClient();
  return (
    <NameDialog
      title={t(version.name === null ? 'rename.name' : 'rename.rename')}
      name={version.name ?? ''}
      submitLabel={t('rename.save')}
      failed={t('rename.failed')}
      onSave={async (name) => {
        await nameVersion(documentId, version.id, name);
        await refreshVersions(client, documentId);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface NameCurrentProps {
  readonly documentId: string;
  /** Saves pending changes; true when all of them are on the server. */
  readonly flush: () => Promise<boolean>;
}

/** *Save version*: saves the text as it is, with an optional name. */
export function NameCurrent({ documentId, flush }: NameCurrentProps) {
  const { t } = useTranslation('history');
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const save = async (name: string): Promise<void> => {
    // Without the pending changes the version would differ from the visible text.
    if (!(await flush())) throw new ApiError({ code: 'unreachable', status: 0 });
    await saveVersion(documentId, name === '' ? {} : { name });
    setOpen(false);
    showToast.success(t('saved'));
    await refreshVersions(client, documentId);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Pencil size={16} aria-hidden="true" />
        <span>{t('save')}</span>
      </Button>
      {isOpen ? (
        <NameDialog
          title={t('nameCurrent')}
          name=""
          hint={t('nameHint')}
          submitLabel={t('save')}
          failed={`${t('saveFailed')}.`}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
