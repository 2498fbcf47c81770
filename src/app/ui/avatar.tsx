import { initials } from './initials.ts';

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
      {picture && (
        <img src={picture} alt="" className="absolute inset-0 size-full rounded-full object-cover" />
      )}
    </span>
  );
}
