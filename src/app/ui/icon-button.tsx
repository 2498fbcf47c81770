import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'children'> {
  /** The accessible name, shown as a tooltip too. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, look = 'quiet', className = '', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        {...rest}
        look={look}
        aria-label={label}
        className={`w-9 px-0 pointer-coarse:w-11 ${className}`}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}
