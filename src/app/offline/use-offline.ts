import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keepChoice, keptChoice } from '../data/kept-choice.ts';
import { showToast } from '../ui/toast.tsx';
import { askToKeep } from './ask-to-keep.ts';
import { keepApp } from './keep-app.ts';
import { reloadForMissingParts } from './reload-once.ts';

const FULL_TOLD = 'spolu.nearly-full';

/** Says once that the storage of this device is nearly full. */
export function useNearlyFull(): () => Promise<void> {
  const { i18n } = useTranslation('common');
  return useCallback(async () => {
    if (keptChoice(FULL_TOLD) !== null) return;
    await i18n.loadNamespaces('offline');
    showToast.plain(i18n.t('offline:nearlyFull'), { durationMs: 15_000, outlivesPage: true });
    keepChoice(FULL_TOLD, 'told');
  }, [i18n]);
}

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
