/** A grey shape where something will be. Decoration: whoever shows it says in words that it is loading. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-line motion-reduce:animate-none ${className}`}
    />
  );
}
