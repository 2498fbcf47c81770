import { Suspense } from 'react';
import { loadLater } from '../ui/load-later.tsx';

const LateBell = loadLater(() => import('./late-bell.tsx').then((part) => part.LateBell));

/** Keeps the place of the bell, which loads once the page is shown. */
export const PageBell = ({ className = '' }: { readonly className?: string }) => (
  <span className={`size-9 shrink-0 pointer-coarse:size-11 ${className}`}>
    {/* Suspends while its texts load; the page must not wait. */}
    <Suspense fallback={null}>
      <LateBell />
    </Suspense>
  </span>
);
