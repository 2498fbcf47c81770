import type { ComponentProps, MouseEvent } from 'react';
import { buttonLook, type ButtonLook } from './button-look.ts';
import { Spinner } from './spinner.tsx';
import { TextSpan } from './text-span.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly look?: ButtonLook;
  /** Working: stays focusable but ignores clicks. */
  readonly busy?: boolean;
  /** Disabled, but focusable, so that keyboard users keep their place. */
  readonly off?: boolean;
}

export function Button(props: ButtonProps) {
  const { look, busy = false, off = false, type = 'button', className, onClick, children, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy || off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || off || undefined}
      aria-busy={busy || undefined}
      className={buttonLook(look, className)}
      onClick={press}
    >
      {busy && <Spinner />}
      <TextSpan>{children}</TextSpan>
    </button>
  );
}
