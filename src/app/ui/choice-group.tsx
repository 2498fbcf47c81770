import { useId } from 'react';

interface ChoiceGroupProps<Value extends string> {
  readonly label: string;
  /** The label is only for screen readers. */
  readonly hideLabel?: boolean;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons that look like one segmented control. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className={props.hideLabel ? 'sr-only' : 'mb-1.5 text-[13px] text-muted'}>{props.label}</legend>
      <div className="flex flex-wrap gap-1 rounded-control bg-line/60 p-1">
        {props.options.map((option) => (
          <label
            key={option.value}
            lang={option.lang}
            translate={option.lang ? 'no' : undefined}
            className="flex h-7 flex-1 cursor-pointer items-center justify-center rounded-md px-2.5 text-[13px] whitespace-nowrap text-muted transition-colors duration-120 has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-low has-checked:ring-1 has-checked:ring-edge/40 has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:h-10 forced-colors:has-checked:border"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
