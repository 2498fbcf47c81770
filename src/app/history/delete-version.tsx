import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { deletedVersionsQuery, deleteVersion } from '../data/deleted-versions.ts';
import { refreshVersions, type Version } from '../data/versions.ts';
import { formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';

interface DeleteVersionProps {
  readonly documentId: string;
  readonly version: Version;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The version is gone. */
  readonly onDeleted: () => void;
}

/** Asks, and deletes the version. */
export function DeleteVersion({ documentId, version, open, onOpenChange, onDeleted }: DeleteVersionProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteVersion(documentId, version.id),
    onSuccess: () => {
      onOpenChange(false);
      onDeleted();
      showToast.success(t('history:deletion.done'));
    },
    onError: (error) => {
      onOpenChange(false);
      showToast.error(`${t('history:deletion.failed')} ${t(`errors:${errorCodeOf(error)}`)}`);
    },
    onSettled: () =>
      Promise.all([
        refreshVersions(client, documentId),
        client.invalidateQueries(deletedVersionsQuery(documentId)),
      ]),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('history:deletion.ask')}
      text={
        <>
          <span className="block">
            {t('history:deletion.text', { when: formatExact(version.createdAt, language) })}
          </span>
          <span className="mt-2 block text-ink">{t('history:deletion.stays')}</span>
        </>
      }
      confirmLabel={t('history:deletion.delete')}
      cancelLabel={t('common:cancel')}
      danger
      busy={isPending}
      onConfirm={() => mutate()}
    />
  );
}

/** The newest stretch of work is the current text, and stays. */
export function mayDelete(version: Version, versions: readonly Version[]): boolean {
  return version.startedAt === null || versions.some(({ seq }) => seq > version.seq);
}
