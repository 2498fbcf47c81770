import type { ComponentProps } from 'react';

/**
 * A text that changes while it is shown. Each text gets an element of its own: what a page translator makes of the one
 * before goes away with it, and so does a translation that arrives late. Other parts are shown as they are.
 * See docs/decisions/0019.
 */
export function TextSpan({ children, ...rest }: ComponentProps<'span'>) {
  if (typeof children !== 'string') return children;
  return (
    <span key={children} {...rest}>
      {children}
    </span>
  );
}
