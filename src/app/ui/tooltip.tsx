import { cloneElement, type ReactElement } from 'react';
import { loadLater } from './load-later.tsx';

interface TooltipProps {
  readonly text: string;
  /** The keyboard shortcut, for display. */
  readonly keys?: string | undefined;
  /** One focusable element: the tooltip opens on focus as well as on hover. */
  readonly children: ReactElement<Attributes>;
}

interface Attributes {
  readonly 'data-tooltip'?: string;
  readonly 'data-tooltip-keys'?: string | undefined;
}

/** Only sets attributes, which `Tooltips` reads. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': text, 'data-tooltip-keys': keys });
}

/** Shows the tooltips of the whole page; rendered once. */
export const Tooltips = loadLater(() => import('./shown-tooltip.tsx').then((part) => part.ShownTooltip));
