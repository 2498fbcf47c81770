import type { DialogProps } from './dialog-panel.tsx';
import { loadLater } from './load-later.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = loadLater(() => import('./dialog-panel.tsx').then((part) => part.DialogPanel));

/** Takes the focus, gives it back to its opener, closes with Escape; a sheet from below on phones. */
export function Dialog(props: DialogProps) {
  return useOnceOpen(props.open) ? <Panel {...props} /> : null;
}
