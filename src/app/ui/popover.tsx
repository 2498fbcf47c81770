import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A small panel beside its button, for controls that are not a list of commands. */
export function Popover({ trigger, label, children, className = '' }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={`appear z-40 rounded-card border border-line bg-raised p-4 shadow-high ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
