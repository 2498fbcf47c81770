import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { later } from '../../ui/load-later.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ActionsProps } from './document-actions.tsx';
import { useComplete } from './use-complete.ts';

// Apart from this file, so that the page need not name all files of the items.
const part = later(() => import('./document-actions.tsx'));

/** The content of the menu in the bar. It appears at once, so that nothing moves under the pointer. */
export function WholeMenu(props: ActionsProps) {
  const items = useSyncExternalStore(part.subscribe, part.read);
  useEffect(() => void part.ask(), []);
  const isComplete = useComplete(props.page);
  const waiting = (
    <div className="flex justify-center py-3 text-muted">
      <Spinner />
    </div>
  );
  if (!items || !isComplete) return waiting;
  return (
    <Suspense fallback={waiting}>
      <items.DocumentActions {...props} />
    </Suspense>
  );
}
