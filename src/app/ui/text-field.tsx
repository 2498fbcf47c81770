import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldProblem } from './field-problem.tsx';
import { TextSpan } from './text-span.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** The label is only for screen readers; the context makes it clear visually. */
  readonly hideLabel?: boolean;
  /** Error message. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  /** Rendered at the end of the field, for example a button that shows a password. */
  readonly trailing?: ReactNode;
}

const FIELD_LOOK =
  'h-10 pointer-coarse:h-11 w-full rounded-control border border-edge bg-raised px-3 text-[16px] text-ink sm:text-[15px] ' +
  'aria-invalid:border-danger focus-visible:outline-offset-0';

export function TextField({
  label,
  hideLabel,
  problem,
  hint,
  trailing,
  className,
  ...input
}: TextFieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const problemId = problem ? `${id}-problem` : undefined;
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={problem ? true : undefined}
          aria-describedby={clsx(problemId, hintId) || undefined}
          className={clsx(FIELD_LOOK, trailing && 'pr-20')}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
      {hint && !problem && (
        <p id={hintId} className="text-[13px] text-muted">
          <TextSpan>{hint}</TextSpan>
        </p>
      )}
    </div>
  );
}
