import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { imageAddressQuery } from '../../data/images.ts';
import { Button } from '../../ui/button.tsx';
import { mayBeDrawn } from '../../ui/picture-size.ts';
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

/** The first address may have ended before the picture was asked for; the second has not. */
const FREE_ATTEMPTS = 2;

function KnownPicture({ path, alt, size }: KnownPictureProps) {
  const { t } = useTranslation('editor');
  const [isLoaded, setLoaded] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const [broken, setBroken] = useState(0);
  // What is on the page stays there when its address ends.
  const address = useQuery({ ...imageAddressQuery(path), enabled: !isLoaded && !isTooLarge });
  const failed = !isLoaded && !address.isFetching && (address.isError || broken >= FREE_ATTEMPTS);
  const again = (): void => void address.refetch();

  // Whoever may write here can store what they like; it is looked at before it is drawn.
  if (isTooLarge) {
    return (
      <figure className="picture is-failed" style={size} aria-label={alt}>
        <span>{t('image.tooManyPixels')}</span>
      </figure>
    );
  }
  if (failed) {
    return (
      <figure className="picture is-failed" style={size} aria-label={alt}>
        <span>{t('image.failed')}</span>
        <Button
          look="plain"
          onClick={() => {
            setBroken(0);
            again();
          }}
        >
          {t('image.again')}
        </Button>
      </figure>
    );
  }
  return (
    <span className="picture" style={size} data-loaded={isLoaded} aria-busy={!isLoaded}>
      {address.data === undefined || address.isFetching ? null : (
        <img
          key={broken}
          src={address.data}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget }) => (mayBeDrawn(currentTarget) ? setLoaded(true) : setTooLarge(true))}
          onError={() => {
            setBroken(broken + 1);
            if (broken + 1 < FREE_ATTEMPTS) again();
          }}
        />
      )}
    </span>
  );
}
