import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { loadLater } from './load-later.tsx';

const Shown = loadLater(() => import('./shown-tooltip.tsx').then((part) => part.ShownTooltip));

interface TooltipProps {
  readonly text: string;
  /** How the keys that do the same are shown. */
  readonly keys?: string | undefined;
  /** One element that can take focus: the tooltip opens on focus as well as on hover. */
  readonly children: ReactElement<Attributes>;
}

interface Attributes {
  readonly 'data-tooltip'?: string;
  readonly 'data-tooltip-keys'?: string | undefined;
}

/** Only says what to show; one tooltip for the whole page shows it. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': text, 'data-tooltip-keys': keys });
}

/** Once around the app. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <Shown />
    </>
  );
}
