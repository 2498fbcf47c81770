import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextSpan } from './text-span.tsx';

/** Error of a field: text and an icon, never color alone. */
export function FieldProblem({
  id,
  children,
}: {
  readonly id: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <p id={id} className="flex gap-1.5 text-[13px] text-danger">
      <CircleAlert size={15} className="mt-[2.5px]" aria-hidden="true" />
      <TextSpan>{children}</TextSpan>
    </p>
  );
}
