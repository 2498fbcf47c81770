import type { LucideIcon } from 'lucide-react';

interface SelectRowProps {
  readonly label: string;
  /** Stands in its place until the row is pointed at. */
  readonly icon: LucideIcon;
  readonly selected: boolean;
  /** Some rows are selected. */
  readonly selecting: boolean;
  readonly onSelect: (extend: boolean) => void;
}

/** The checkbox of a row. On a phone it appears when rows are being selected. */
export function SelectRow({ label, icon: Icon, selected, selecting, onSelect }: SelectRowProps) {
  return (
    <label
      className={`relative z-1 size-6 shrink-0 items-center justify-center pointer-coarse:size-11 ${
        selecting ? 'flex' : 'hidden sm:flex'
      }`}
    >
      {!selecting && (
        <Icon
          size={17}
          aria-hidden="true"
          className="text-muted group-hover:opacity-0 group-has-[input:focus-visible]:opacity-0"
        />
      )}
      <input
        type="checkbox"
        checked={selected}
        aria-label={label}
        aria-keyshortcuts="x"
        className={`absolute inset-0 m-auto size-[17px] accent-ink ${
          selecting ? '' : 'opacity-0 group-hover:opacity-100 focus-visible:opacity-100'
        }`}
        onChange={({ nativeEvent }) => onSelect('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}
