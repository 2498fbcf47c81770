import type { ReactNode } from 'react';

/** Names and values of a proof, in two columns. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(9rem,auto)_1fr]">{children}</dl>
);

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:mb-2">{children}</dd>
    </>
  );
}

/** To copy or compare, character by character. */
export const Exact = ({ children }: { readonly children: string }) => (
  <code translate="no" className="text-[13px]/5 break-all">
    {children}
  </code>
);

/** A name, title or address from somebody else. */
export const Foreign = ({ children }: { readonly children: string }) => (
  <bdi translate="no" className="wrap-anywhere">
    {children}
  </bdi>
);

export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 max-w-prose text-[13px] text-muted">{children}</p>
);
