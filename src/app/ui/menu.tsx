import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  /** MenuItems. */
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}

export function Menu({ trigger, label, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="appear z-40 min-w-48 rounded-card border border-line bg-raised p-1.5 shadow-high"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, danger = false, children }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11 ${danger ? 'text-danger' : 'text-ink'}`}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}
