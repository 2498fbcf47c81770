import type { ConfirmDialogProps } from './confirm-panel.tsx';
import { loadLater } from './load-later.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = loadLater(() => import('./confirm-panel.tsx').then((part) => part.ConfirmPanel));

/** Confirms something that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) ? <Panel {...props} /> : null;
}
