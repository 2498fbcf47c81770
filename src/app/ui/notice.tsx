import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextSpan } from './text-span.tsx';

/** An error of the whole form, announced at once. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-control border border-danger/40 bg-danger/6 px-3 py-2.5 text-danger"
    >
      <CircleAlert size={18} className="mt-px" aria-hidden="true" />
      <div className="min-w-0">
        <TextSpan>{children}</TextSpan>
      </div>
    </div>
  );
}
