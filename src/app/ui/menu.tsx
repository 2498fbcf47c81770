import {
  cloneElement,
  useContext,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { loadLater } from './load-later.tsx';
import {
  Parts,
  type MenuItemProps,
  type MenuOptionsProps,
  type MenuParts,
  type SubmenuProps,
} from './menu-parts.ts';

const Panel = loadLater(() => import('./menu-panel.tsx').then((part) => part.MenuPanel));

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly align?: 'start' | 'end';
  /** For a menu that something other than its button can open. */
  readonly control?: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };
  /** Moves the focus elsewhere than to the button if no item was chosen. */
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

/** A menu of commands or options. If no item is chosen, the focus returns to the button. */
export function Menu({ trigger, align = 'start', control, onLeave, children }: MenuProps) {
  const [isOpen, change] = useState(false);
  const { open, onOpenChange } = control ?? { open: isOpen, onOpenChange: change };
  const button = useRef<HTMLButtonElement>(null);
  const leave = onLeave ?? (() => button.current?.focus());
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onOpenChange(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => onOpenChange(!open),
        onKeyDown: openByArrow,
      })}
      <Panel open={open} onOpenChange={onOpenChange} button={button} align={align} onLeave={leave}>
        {children}
      </Panel>
    </>
  );
}

function useParts(): MenuParts {
  const parts = useContext(Parts);
  if (!parts) throw new Error('This component must be inside a menu');
  return parts;
}

export function Submenu(props: SubmenuProps) {
  const parts = useParts();
  return <parts.Submenu {...props} />;
}

export function MenuItem(props: MenuItemProps) {
  const parts = useParts();
  return <parts.MenuItem {...props} />;
}

/** Separates groups of items. */
export function MenuSeparator() {
  const parts = useParts();
  return <parts.MenuSeparator />;
}

export function MenuOptions<Value extends string>(props: MenuOptionsProps<Value>) {
  const parts = useParts();
  return <parts.MenuOptions {...props} />;
}
