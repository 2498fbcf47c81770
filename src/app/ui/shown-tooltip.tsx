import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

const OPEN_AFTER_MS = 450;
/** Time for the pointer to reach the tooltip, or the next element that has one. */
const CLOSE_AFTER_MS = 150;

const ownerOf = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null;

/** Tracks whose tooltip is open: after a delay on hover, at once on keyboard focus, until Escape, a click or a scroll. */
function watchOwners(shown: () => HTMLElement | null, show: (owner: HTMLElement | null) => void): () => void {
  const control = new AbortController();
  const options = { signal: control.signal, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPointing = false;
  const after = (delayMs: number, owner: HTMLElement | null): void => {
    clearTimeout(timer);
    timer = setTimeout(() => show(owner), delayMs);
  };
  const close = (): void => {
    clearTimeout(timer);
    if (shown() !== null) show(null);
  };
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listen: (event: DocumentEventMap[Name]) => void,
  ): void => document.addEventListener(name, listen, options);

  on('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    const isOnTooltip = event.target instanceof Element && event.target.closest('[role="tooltip"]') !== null;
    if (isOnTooltip) return clearTimeout(timer);
    const owner = ownerOf(event);
    if (owner === shown()) return clearTimeout(timer);
    if (owner === null) return after(CLOSE_AFTER_MS, null);
    after(shown() === null ? OPEN_AFTER_MS : 0, owner);
  });
  on('pointerdown', () => {
    isPointing = true;
    close();
  });
  // Only focus by keyboard opens a tooltip; a tap focuses its target too.
  on('focusin', (event) => {
    const owner = ownerOf(event);
    if (owner !== null && !isPointing) after(0, owner);
  });
  on('focusout', close);
  on('scroll', close);
  on('keydown', ({ key }) => {
    isPointing = false;
    if (key === 'Escape') close();
  });
  return () => {
    clearTimeout(timer);
    control.abort();
  };
}

/** The tooltip of elements with `data-tooltip`. It repeats their accessible name. */
export function ShownTooltip() {
  const [owner, setOwner] = useState<HTMLElement | null>(null);
  const shown = useRef<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      watchOwners(
        () => shown.current,
        (next) => {
          shown.current = next;
          setOwner(next);
        },
      ),
    [],
  );
  useLayoutEffect(() => {
    const element = box.current;
    if (!owner || !element) return undefined;
    const place = async (): Promise<void> => {
      if (!owner.isConnected) return setOwner((shown.current = null));
      const { x, y } = await computePosition(owner, element, {
        placement: 'bottom',
        strategy: 'fixed',
        middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
      });
      Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
    };
    return autoUpdate(owner, element, () => void place());
  }, [owner]);

  if (!owner) return null;
  const { tooltip, tooltipKeys } = owner.dataset;
  return createPortal(
    <div
      // A new key for each text restarts the animation.
      key={tooltip}
      ref={box}
      role="tooltip"
      className="fade-in fixed top-0 left-0 z-50 w-max max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-low forced-colors:border print:hidden"
    >
      <span>{tooltip}</span>
      {tooltipKeys ? (
        <kbd translate="no" className="ml-2 font-sans opacity-75">
          {tooltipKeys}
        </kbd>
      ) : null}
    </div>,
    document.body,
  );
}
