import { clsx } from 'clsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const BASE =
  'inline-flex h-9 pointer-coarse:h-11 shrink-0 items-center justify-center gap-2 rounded-control px-3.5 font-medium ' +
  'whitespace-nowrap select-none transition-colors duration-120 ease-calm ' +
  'aria-disabled:cursor-default aria-disabled:opacity-60 forced-colors:border';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-ink text-paper hover:not-aria-disabled:bg-ink/88',
  plain:
    'border border-edge/55 bg-raised text-ink hover:not-aria-disabled:bg-hover aria-pressed:border-ink aria-pressed:bg-hover',
  quiet: 'text-ink hover:not-aria-disabled:bg-hover aria-expanded:bg-hover',
  danger: 'bg-danger text-paper hover:not-aria-disabled:bg-danger/88',
};

/** Classes of a button, for links that look like one. */
export function buttonLook(look: ButtonLook = 'plain', extra?: string): string {
  return clsx(BASE, LOOKS[look], extra);
}
