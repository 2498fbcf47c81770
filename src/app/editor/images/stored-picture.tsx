import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { imageQuery } from '../../data/private-files.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicture } from '../../ui/file-picture.tsx';
import { mayBeDrawn } from '../../ui/picture-size.ts';
import './images.css';
import type { Picture } from '../schema/image.ts';

/** Shows an image of a document. Reserves its space while it loads and never shows a broken one. */
export function StoredPicture({ picture }: { readonly picture: Picture }) {
  const { t } = useTranslation('editor');
  const { path, alt, pixels, widthPercent } = picture;
  const size: CSSProperties = {
    width: widthPercent === null ? (pixels?.width ?? '100%') : `${widthPercent}%`,
    aspectRatio: pixels ? `${pixels.width} / ${pixels.height}` : '3 / 2',
  };
  if (path === null) {
    return (
      <span className="picture is-failed" style={size}>
        {t('image.unknown')}
      </span>
    );
  }
  return <KnownPicture key={path} path={path} alt={alt ?? t('image.undescribed')} size={size} />;
}

interface KnownPictureProps {
  readonly path: string;
  readonly alt: string;
  readonly size: CSSProperties;
}

function KnownPicture({ path, alt, size }: KnownPictureProps) {
  const { t } = useTranslation('editor');
  const image = useQuery(imageQuery(path));
  const [loaded, setLoaded] = useState<Blob>();
  const [broken, setBroken] = useState<Blob>();
  const [tooLarge, setTooLarge] = useState<Blob>();
  const file = image.data;
  const isLoaded = file !== undefined && loaded === file;

  // Peers with write access can upload any file, so its size is checked before it is drawn.
  if (file !== undefined && tooLarge === file) {
    return (
      <figure className="picture is-failed" style={size} aria-label={alt}>
        <span>{t('image.tooManyPixels')}</span>
      </figure>
    );
  }
  if (!image.isFetching && (file === undefined ? image.isError : broken === file)) {
    return (
      <figure className="picture is-failed" style={size} aria-label={alt}>
        <span>{t('image.failed')}</span>
        <Button look="plain" onClick={() => void image.refetch()}>
          {t('image.again')}
        </Button>
      </figure>
    );
  }
  return (
    <span className="picture" style={size} data-loaded={isLoaded} aria-busy={!isLoaded}>
      {file === undefined || broken === file ? null : (
        <FilePicture
          file={file}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget }) => (mayBeDrawn(currentTarget) ? setLoaded(file) : setTooLarge(file))}
          onError={() => setBroken(file)}
        />
      )}
    </span>
  );
}
