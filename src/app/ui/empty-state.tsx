import type { ReactNode } from 'react';
import { TextSpan } from './text-span.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly icon?: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
  /** `h1` if the page has no other heading. */
  readonly heading?: 'h1' | 'h2';
  /** Announced by screen readers when it appears. */
  readonly alert?: boolean;
}

/** An empty or failed state: what happened, and one next step. */
export function EmptyState({ title, text, icon, action, heading = 'h2', alert = false }: EmptyStateProps) {
  const Heading = heading;
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center"
    >
      {icon && <div className="text-muted">{icon}</div>}
      <Heading tabIndex={-1} className="font-serif text-[22px]/7 font-semibold">
        <TextSpan>{title}</TextSpan>
      </Heading>
      <div className="text-[15px]/6 text-balance text-muted">
        <TextSpan>{text}</TextSpan>
      </div>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
