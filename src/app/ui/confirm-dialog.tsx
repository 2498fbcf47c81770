import type { ConfirmDialogProps } from './confirm-panel.tsx';
import { loadLater } from './load-later.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = loadLater(() => import('./confirm-panel.tsx').then((part) => part.ConfirmPanel));

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) ? <Panel {...props} /> : null;
}
