import type { ComponentProps } from 'react';

/**
 * A text that changes while it is shown. Each value gets a new element, so that whatever a page translator did to the
 * previous one is removed with it, including late translations. Children other than strings are rendered unchanged.
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
