import { hideToast, showToast, untilPageLeft } from './toast.tsx';

const ID = 'way-back';
const OFFERED_MS = 10_000;

interface WayBack {
  readonly back: () => void;
  readonly text: string;
  readonly label: string;
}

/** Offers the way back for a while, by a button and by Alt+Left. */
export function showWayBack({ back, text, label }: WayBack): void {
  const stop = new AbortController();
  const go = (): void => {
    stop.abort();
    hideToast(ID);
    back();
  };
  addEventListener(
    'keydown',
    (event) => {
      if (!event.altKey || event.key !== 'ArrowLeft' || event.shiftKey || event.ctrlKey || event.metaKey)
        return;
      event.preventDefault();
      go();
    },
    { capture: true, signal: AbortSignal.any([stop.signal, untilPageLeft()]) },
  );
  setTimeout(() => stop.abort(), OFFERED_MS);
  showToast.plain(text, { id: ID, durationMs: OFFERED_MS, actions: [{ label, onPress: go }] });
}
