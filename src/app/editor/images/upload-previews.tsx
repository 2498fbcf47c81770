import type { Editor } from '@tiptap/core';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../../data/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicture } from '../../ui/file-picture.tsx';
import { cancelImage, type ImageDesk } from './image-uploads.ts';
import { readPicture } from '../schema/image.ts';
import { StoredPicture } from './stored-picture.tsx';
import type { Upload } from './uploads.ts';

interface UploadPreviewsProps {
  readonly editor: Editor;
  readonly desk: ImageDesk;
}

/** Local previews of running uploads, at their placeholders in the text. */
export function UploadPreviews({ editor, desk }: UploadPreviewsProps) {
  const uploads = useSyncExternalStore(desk.uploads.subscribe, desk.uploads.list);
  return uploads.map((upload) =>
    createPortal(
      <UploadPreview
        upload={upload}
        onRetry={() => desk.uploads.retry(upload.id)}
        onCancel={() => {
          cancelImage(editor.view, desk, upload.id);
          editor.commands.focus(undefined, { scrollIntoView: false });
        }}
      />,
      desk.hostOf(upload.id),
      upload.id,
    ),
  );
}

interface UploadPreviewProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}

function UploadPreview({ upload, onRetry, onCancel }: UploadPreviewProps) {
  const { t } = useTranslation('editor');
  const { state, name, source } = upload;
  const label = source.kind === 'copy' ? t('image.copying') : t('image.uploading', { name });
  return (
    <figure className="upload" aria-label={label}>
      <UploadPicture upload={upload} />
      <div className="upload-state">
        {state.kind === 'sending' ? (
          <progress {...(source.kind === 'copy' ? {} : { value: state.sent })} aria-label={label} />
        ) : null}
        <output>
          <UploadStatus upload={upload} />
        </output>
        {state.kind === 'failed' ? (
          <Button look="plain" onClick={onRetry}>
            {t('image.again')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onCancel}>
          {t(state.kind === 'failed' ? 'image.remove' : 'image.cancel')}
        </Button>
      </div>
    </figure>
  );
}

function UploadPicture({ upload: { source, attributes } }: { readonly upload: Upload }) {
  const picture = readPicture({ ...attributes, src: source.kind === 'copy' ? source.path : null });
  return source.kind === 'copy' ? (
    <StoredPicture picture={picture} />
  ) : (
    <FilePicture
      file={source.file}
      alt=""
      width={picture.pixels?.width}
      height={picture.pixels?.height}
      draggable={false}
    />
  );
}

function UploadStatus({ upload: { state } }: { readonly upload: Upload }) {
  const { t } = useTranslation('editor');
  if (state.kind === 'waiting') return <span>{t('image.waiting')}</span>;
  if (state.kind === 'pausing') return <span>{t('image.pausing')}</span>;
  return state.kind === 'failed' ? <span>{t(`image.uploadFailed.${reasonOf(state.code)}`)}</span> : null;
}

function reasonOf(code: ApiErrorCode): 'refused' | 'full' | 'signedOut' | 'unreachable' | 'other' {
  if (code === 'storage_full') return 'full';
  if (code === 'forbidden' || code === 'gone' || code === 'not_found') return 'refused';
  if (code === 'unauthenticated') return 'signedOut';
  return code === 'unreachable' || code === 'unavailable' ? 'unreachable' : 'other';
}
