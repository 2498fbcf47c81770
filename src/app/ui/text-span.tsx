import type { ComponentProps } from 'react';

interface TextSpanProps extends ComponentProps<'span'> {
  readonly children: string;
}

/**
 * A text that changes while it is shown. Each text gets an element of its own: what a page translator makes of the one
 * before goes away with it, and so does a translation that arrives late. See docs/decisions/0019.
 */
export function TextSpan({ children, ...rest }: TextSpanProps) {
  return (
    <span key={children} {...rest}>
      {children}
    </span>
  );
}
