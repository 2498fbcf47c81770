import { useState } from 'react';
import { initials } from './initials.ts';
import { mayBeDrawn } from './picture-size.ts';

interface AvatarProps {
  readonly name: string;
  /** The user's color, `#rrggbb`, with a contrast of at least 4.5:1 to white. */
  readonly color: string;
  readonly sizePx?: number;
  /** URL of a square picture, shown over the initials once loaded. */
  readonly picture?: string | undefined;
}

/**
 * Decorative: the name is next to it or labels the element around it. The style sheet draws the initials, so that they
 * are not text that the accessible name would have to contain.
 */
export function Avatar({ name, color, sizePx = 32, picture }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // Empty until the name is known.
      data-initials={name === '' ? '' : initials(name)}
      style={{ backgroundColor: color, width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.4) }}
      className="relative inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-white select-none before:content-[attr(data-initials)] forced-colors:border"
    >
      {picture && <Face key={picture} picture={picture} />}
    </span>
  );
}

/** Remote content, so it is hidden until its size is known. */
function Face({ picture }: { readonly picture: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <img
      src={picture}
      alt=""
      hidden={!isShown}
      onLoad={({ currentTarget }) => setShown(mayBeDrawn(currentTarget))}
      className="absolute inset-0 size-full rounded-full object-cover"
    />
  );
}
