import { useEffect, useMemo } from 'react';
import { copyImage, sendImage } from '../../data/private-files.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import type { ImagesState } from '../../room/room-status.ts';
import { later } from '../../ui/load-later.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { ImageDesk } from './image-uploads.ts';
import { Uploads } from './uploads.ts';

const reading = later(() => import('./read-image-file.ts'));

/** The uploads of one editor; null without a document id. `onImages` must be stable. */
export function useImageDesk(
  documentId: string | undefined,
  onImages: (images: ImagesState) => void = ignore,
): ImageDesk | null {
  // `i18n` is stable, so that a new language needs no new uploads and no new editor.
  const i18n = useI18n();
  const desk = useMemo(
    () =>
      documentId === undefined
        ? null
        : openDesk(documentId, {
            onRefused: (refusal, name) =>
              showToast.error(i18n.t(`editor:image.refused.${refusal}`, { name }), {
                id: `image-${refusal}`,
              }),
            onMadeSmaller: (name, { width, height }) =>
              showToast.plain(i18n.t('editor:image.madeSmaller', { name, width, height })),
          }),
    [documentId, i18n],
  );
  useEffect(() => (desk ? watchPage(desk.uploads, onImages) : undefined), [desk, onImages]);
  return desk;
}

const ignore = (): void => undefined;

function openDesk(documentId: string, notices: Pick<ImageDesk, 'onRefused' | 'onMadeSmaller'>): ImageDesk {
  const hosts = new Map<string, HTMLElement>();
  const hostOf = (id: string): HTMLElement => {
    const host = hosts.get(id) ?? document.createElement('div');
    hosts.set(id, host);
    return host;
  };
  const uploads = new Uploads({
    send: ({ path, source }, watch) =>
      source.kind === 'copy' ? copyImage(source.path, path) : sendImage({ ...source, path }, watch),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    hasNetwork: () => navigator.onLine,
  });
  return {
    documentId,
    uploads,
    read: async (file) => (await reading.wait()).readImageFile(file),
    ...notices,
    hostOf,
  };
}

/** Resumes when the network is back. Warns before the page closes while an image is not stored yet. */
function watchPage(uploads: Uploads, onImages: (images: ImagesState) => void): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  const unsubscribe = uploads.subscribe(() => {
    const images = uploads.state();
    onImages(images);
    if (images !== 'none') window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
  window.addEventListener('online', uploads.networkBack);
  return () => {
    unsubscribe();
    uploads.cancelAll();
    onImages('none');
    window.removeEventListener('beforeunload', ask);
    window.removeEventListener('online', uploads.networkBack);
  };
}
