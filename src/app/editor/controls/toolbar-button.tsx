import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ariaShortcut, isApple, shortcutLabel } from '../../ui/shortcut-label.ts';

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: string | undefined;
  readonly pressed?: boolean | undefined;
  /** Unavailable buttons stay focusable, so that arrow keys always move along the same row. */
  readonly available?: boolean;
}

const keepCaret = (event: { preventDefault: () => void }): void => event.preventDefault();

export function ToolbarButton({
  label,
  icon: Icon,
  keys,
  pressed,
  available = true,
  onClick,
  className,
  ...rest
}: ToolbarButtonProps) {
  const apple = isApple(navigator.platform);
  return (
    <Tooltip text={label} keys={keys && shortcutLabel(keys, apple)}>
      <ToolbarItem
        {...rest}
        className={clsx('toolbar-button', className)}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={available ? undefined : true}
        aria-keyshortcuts={keys ? ariaShortcut(keys, apple) : undefined}
        onMouseDown={keepCaret}
        onClick={available ? onClick : undefined}
      >
        <Icon size={18} aria-hidden="true" />
      </ToolbarItem>
    </Tooltip>
  );
}
