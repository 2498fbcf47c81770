interface ProgressBarProps {
  readonly label: string;
  /** Up to 1. */
  readonly share: number;
  /** Below the bar: the file. */
  readonly text: string | null;
}

export function ProgressBar({ label, share, text }: ProgressBarProps) {
  return (
    <div className="mt-4">
      <progress
        aria-label={label}
        max={100}
        value={Math.round(share * 100)}
        className="h-2 w-full overflow-hidden rounded-full bg-line accent-ink [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
      />
      {text !== null && (
        <p className="mt-2 truncate text-[13px] text-muted" dir="auto" translate="no">
          {text}
        </p>
      )}
    </div>
  );
}
