interface CountBadgeProps {
  readonly text: string;
  /** Nothing new. */
  readonly quiet?: boolean;
}

/** A number at the corner of a button, which must be `relative` and say it in words, too. Drawn by the style sheet, as no part of the name. */
export const CountBadge = ({ text, quiet = false }: CountBadgeProps) => (
  <span
    aria-hidden="true"
    data-count={text}
    className={`tabular absolute -top-1.5 -right-1.5 inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full px-1 text-[11px] font-semibold ring-2 ring-paper ${quiet ? 'bg-hover text-ink' : 'bg-ink text-paper'} before:content-[attr(data-count)] max-sm:-top-1 max-sm:-right-1 forced-colors:border`}
  />
);
