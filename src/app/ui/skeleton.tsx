/** A gray placeholder. Decorative: the parent must announce the loading state. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-line motion-reduce:animate-none ${className}`}
    />
  );
}
