import type { ReactNode } from 'react';

interface PartProps {
  readonly name: string;
  /** Its file in `src/app/ui`. */
  readonly file: string;
  /** Its purpose, in English. */
  readonly use: string;
  readonly children: ReactNode;
}

/** One part of `src/app/ui`, with all its states. */
export function Part({ name, file, use, children }: PartProps) {
  return (
    <section id={name} aria-label={name} className="scroll-mt-6 border-t border-line py-8">
      <div lang="en" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-[17px]/6 font-semibold" translate="no">
          {name}
        </h3>
        <code className="text-[13px] text-muted" translate="no">{`ui/${file}`}</code>
      </div>
      <p lang="en" className="mt-1 max-w-2xl text-muted">
        {use}
      </p>
      <div className="mt-5 flex flex-wrap items-start gap-x-8 gap-y-6">{children}</div>
    </section>
  );
}

interface StateProps {
  /** The props that make the state, as in the code. */
  readonly of?: string;
  /** Takes the width that a form has. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function State({ of, wide = false, children }: StateProps) {
  return (
    <div className={`flex min-w-0 flex-col gap-2 ${wide ? 'w-full sm:w-80' : 'items-start'}`}>
      {of && (
        <code lang="en" translate="no" className="text-xs text-muted">
          {of}
        </code>
      )}
      {children}
    </div>
  );
}
