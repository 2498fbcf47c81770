import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { loadLater } from './load-later.tsx';

const Shown = loadLater(() => import('./shown-tooltip.tsx').then((part) => part.ShownTooltip));

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

/** Only sets attributes; `ShownTooltip` renders one tooltip for the whole page. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': text, 'data-tooltip-keys': keys });
}

/** Wraps the app once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <Shown />
    </>
  );
}
