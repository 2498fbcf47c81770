import { useState } from 'react';
import { initials } from './initials.ts';
import { mayBeDrawn } from './picture-size.ts';

interface AvatarProps {
  readonly name: string;
  /** The person's colour, `#rrggbb`, at least 4.5:1 to white. */
  readonly color: string;
  readonly sizePx?: number;
  /** Address of a square picture, shown over the initials once it is there. */
  readonly picture?: string | undefined;
}

/**
 * Decoration: the name stands beside it, or names the element around it. The letters are drawn by the style sheet, so
 * that they are no text which a name would have to contain.
 */
export function Avatar({ name, color, sizePx = 32, picture }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      style={{ backgroundColor: color, width: sizePx, height: sizePx, fontSize: Math.round(sizePx * 0.4) }}
      className="relative inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-white select-none before:content-[attr(data-initials)] forced-colors:border"
    >
      {picture && <Face key={picture} picture={picture} />}
    </span>
  );
}

/** Others may have stored what they like: it is not drawn before its size is known. */
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
