import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode } from 'react';

export interface SubmenuProps {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly off?: boolean;
  readonly children: ReactNode;
}

export interface MenuItemProps {
  readonly name: string;
  readonly icon: LucideIcon;
  /** Its keyboard shortcut, for display. */
  readonly keys?: string | undefined;
  /** For a toggle; undefined for a plain command. */
  readonly checked?: boolean | undefined;
  readonly off?: boolean;
  readonly onChoose: () => void;
}

interface MenuOption<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly keys?: string;
  readonly ariaKeys?: string;
  /** Shown before the name, unless it is selected. */
  readonly icon?: LucideIcon;
  /** Shown after the name. */
  readonly sample?: ReactNode;
}

export interface MenuOptionsProps<Value extends string> {
  readonly value: string;
  readonly options: readonly MenuOption<Value>[];
  readonly off?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** The items of a menu, loaded with its panel. */
export interface MenuParts {
  readonly Submenu: (props: SubmenuProps) => ReactNode;
  readonly MenuItem: (props: MenuItemProps) => ReactNode;
  readonly MenuSeparator: () => ReactNode;
  readonly MenuOptions: <Value extends string>(props: MenuOptionsProps<Value>) => ReactNode;
}

export const Parts = createContext<MenuParts | null>(null);
