import type { DialogProps } from './dialog-panel.tsx';
import { loadLater } from './load-later.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = loadLater(() => import('./dialog-panel.tsx').then((part) => part.DialogPanel));

/** Modal: moves the focus in and back, closes with Escape; a bottom sheet on phones. */
export function Dialog(props: DialogProps) {
  return useOnceOpen(props.open) ? <Panel {...props} /> : null;
}
