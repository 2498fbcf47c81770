import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { imageQuery } from '../../data/images.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicture } from '../../ui/file-picture.tsx';
import './images.css';
import type { Picture } from './stored-image.ts';

/** An image of a document, wherever it is shown: its room is kept free until it can be seen, and never a broken one is. */
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
  const file = image.data;
  const isLoaded = file !== undefined && loaded === file;

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
          onLoad={() => setLoaded(file)}
          onError={() => setBroken(file)}
        />
      )}
    </span>
  );
}
