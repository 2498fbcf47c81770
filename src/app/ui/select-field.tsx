import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'size'> {
  readonly label: string;
  /** The label is only for screen readers; the context makes it clear visually. */
  readonly hideLabel?: boolean;
  readonly quiet?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A native select, for the platform's own picker and type-ahead. */
export function SelectField({ label, hideLabel, quiet, options, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          className={clsx(
            'w-full appearance-none rounded-control border pr-8 pl-3 text-ink pointer-coarse:h-11',
            quiet
              ? 'h-9 border-transparent bg-transparent hover:bg-hover max-sm:text-[16px]'
              : 'h-10 border-edge bg-raised text-[16px] sm:text-[15px]',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-raised text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}
