import { FileCheck } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { clsx } from 'clsx';
import { Foreign } from './proof-facts.tsx';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
}

/** A file that is chosen or dropped. The input covers the field, so that the browser's own rules apply. */
export function FileField({ label, hint, file, onChoose }: FileFieldProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div
      className={clsx(
        'relative flex flex-col items-center gap-1 rounded-card border border-dashed px-4 py-7 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isOver ? 'border-focus bg-hover' : 'border-edge',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileCheck size={24} strokeWidth={1.5} className="text-muted" aria-hidden="true" />
      <label htmlFor={id} className="font-medium underline underline-offset-4">
        {label}
      </label>
      <span id={`${id}-hint`} className="text-[13px] text-muted">
        {file ? <Foreign>{file.name}</Foreign> : <span>{hint}</span>}
      </span>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-hint`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file again may have other content.
          target.value = '';
        }}
      />
    </div>
  );
}
