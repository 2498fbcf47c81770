import { FileText } from 'lucide-react';

interface SelectRowProps {
  readonly label: string;
  readonly selected: boolean;
  /** Shown always, because some rows are selected or the row has no menu that offers it. */
  readonly shown: boolean;
  readonly onSelect: (extend: boolean) => void;
}

/** The checkbox of a row. Unless `shown`, an icon replaces it until the pointer is over the row; on a phone, nothing does. */
export function SelectRow({ label, selected, shown, onSelect }: SelectRowProps) {
  return (
    <label
      className={`relative z-1 size-6 shrink-0 items-center justify-center pointer-coarse:size-11 ${
        shown ? 'flex' : 'hidden sm:flex'
      }`}
    >
      {!shown && (
        <FileText
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
          shown ? '' : 'opacity-0 group-hover:opacity-100 focus-visible:opacity-100'
        }`}
        onChange={({ nativeEvent }) => onSelect('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}
