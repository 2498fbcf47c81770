import { Check, Folder as FolderIcon, type LucideIcon } from 'lucide-react';

interface FolderPlaceProps {
  readonly name: string;
  /** Folder names have no known language. */
  readonly lang?: '' | undefined;
  readonly icon?: LucideIcon;
  readonly isChosen: boolean;
  /** `true`: one of several that can be chosen; else the current one. */
  readonly isToggle?: boolean;
  readonly onChoose: () => void;
}

/** A folder in a list of places. */
export function FolderPlace({
  name,
  lang,
  icon: Icon = FolderIcon,
  isChosen,
  isToggle = false,
  onChoose,
}: FolderPlaceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={(!isToggle && isChosen) || undefined}
        aria-pressed={isToggle ? isChosen : undefined}
        className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
        onClick={onChoose}
      >
        <Icon size={17} aria-hidden="true" className="shrink-0 text-muted" />
        <span lang={lang} translate={lang === '' ? 'no' : undefined} className="min-w-0 flex-1 truncate">
          {name}
        </span>
        {isChosen && <Check size={17} aria-hidden="true" />}
      </button>
    </li>
  );
}
