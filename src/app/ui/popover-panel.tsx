import * as Radix from 'radix-ui/popover';
import type { ReactNode, RefObject } from 'react';

interface PopoverPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly children: ReactNode;
  readonly className: string;
}

export function PopoverPanel({ open, onOpenChange, button, label, children, className }: PopoverPanelProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={`appear z-40 max-h-(--radix-popper-available-height) overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-4 shadow-high ${className}`}
          onInteractOutside={(event) => {
            // The button toggles the popover itself.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
