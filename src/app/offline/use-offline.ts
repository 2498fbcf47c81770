import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../ui/toast.tsx';
import { askToKeep } from './ask-to-keep.ts';
import { keepApp } from './keep-app.ts';
import { reloadForMissingParts } from './reload-once.ts';

/** Keeps the app on this device, and says when a newer one is there. Until the reload, the tab keeps its build. */
export function useOffline(): void {
  const { t } = useTranslation('common');
  useEffect(() => reloadForMissingParts(), []);
  useEffect(() => askToKeep(), []);
  useEffect(
    () =>
      keepApp(() =>
        showToast.plain(t('newVersion'), {
          id: 'new-version',
          outlivesPage: true,
          durationMs: Infinity,
          actions: [
            { label: t('crashed.reload'), onPress: () => location.reload() },
            { label: t('close'), onPress: () => undefined },
          ],
        }),
      ),
    [t],
  );
}
