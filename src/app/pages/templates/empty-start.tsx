import { Suspense, type ComponentProps } from 'react';
import { loadLater } from '../../ui/load-later.tsx';

const StartCards = loadLater(() => import('./start-cards.tsx').then((part) => part.StartCards));

/** Below *New document* in an empty list. Its part and texts load once the list is known to be empty. */
export const EmptyStart = (props: ComponentProps<typeof StartCards>) => (
  <Suspense fallback={null}>
    <StartCards {...props} />
  </Suspense>
);
