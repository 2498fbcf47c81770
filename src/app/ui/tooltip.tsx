import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

interface TooltipProps {
  readonly text: ReactNode;
  /** One element that can take focus: the tooltip opens on focus as well as on hover. */
  readonly children: ReactNode;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="fade-in z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-low forced-colors:border"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Once around the app: after the first tooltip the next ones open without delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Radix.Provider delayDuration={450}>{children}</Radix.Provider>;
}
