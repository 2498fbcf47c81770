import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'size'> {
  readonly label: string;
  /** The label is only for screen readers; the context makes it clear visually. */
  readonly hideLabel?: boolean;
  /** The label stands before the field, not above it. */
  readonly beside?: boolean;
  readonly quiet?: boolean;
  readonly options: readonly (SelectOption | SelectGroup)[];
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectGroup {
  readonly label: string;
  readonly options: readonly SelectOption[];
}

/** A native select, for the platform's own picker and type-ahead. */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel, beside, quiet, options, className, ...select } = props;
  const id = useId();
  return (
    <div className={clsx('flex', beside ? 'items-center' : 'flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : beside ? 'shrink-0' : 'font-medium'}>
        {label}
      </label>
      <div className="relative min-w-0">
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
          {options.map((option) =>
            'value' in option ? (
              <Option key={option.value} {...option} />
            ) : (
              <optgroup key={option.label} label={option.label} className="bg-raised text-ink">
                {option.options.map((one) => (
                  <Option key={one.value} {...one} />
                ))}
              </optgroup>
            ),
          )}
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

const Option = ({ value, label }: SelectOption) => (
  <option value={value} className="bg-raised text-ink">
    {label}
  </option>
);
