import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { loadLater } from './load-later.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = loadLater(() => import('./popover-panel.tsx').then((part) => part.PopoverPanel));

interface PopoverButton {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
}

interface PopoverProps {
  /** Renders the button that opens it, with these props. */
  readonly renderTrigger: (button: PopoverButton) => ReactNode;
  readonly label: string;
  /** A function receives how to close it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly className?: string;
}

/** A small panel next to its button, for controls other than a list of commands. */
export function Popover({ renderTrigger, label, children, className = '' }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const wasOpen = useOnceOpen(open);
  return (
    <>
      {renderTrigger({
        ref,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
      })}
      {wasOpen && (
        <Panel open={open} onOpenChange={setOpen} button={ref} label={label} className={className}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Panel>
      )}
    </>
  );
}
