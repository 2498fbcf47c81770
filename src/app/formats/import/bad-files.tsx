import { CircleAlert } from 'lucide-react';

interface BadFilesProps {
  readonly files: readonly { readonly name: string; readonly reason: string }[];
}

/** Files by name, each with the reason and the way out. */
export function BadFiles({ files }: BadFilesProps) {
  return (
    <ul className="mt-3 flex flex-col gap-2.5">
      {files.map(({ name, reason }, at) => (
        <li key={`${at} ${name}`} className="flex gap-2.5">
          <CircleAlert size={18} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
          <div className="min-w-0">
            <span className="block font-medium break-words" dir="auto" translate="no">
              {name}
            </span>
            <span className="block break-words text-muted">{reason}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
