import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
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
  /** After a press it stays closed until the pointer has left: the user knows what it does, and may look at the result. */
  let pressed: HTMLElement | null = null;
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
    if (owner !== pressed) pressed = null;
    if (owner === shown() || (owner !== null && owner === pressed)) return clearTimeout(timer);
    if (owner === null) return after(CLOSE_AFTER_MS, null);
    after(shown() === null ? OPEN_AFTER_MS : 0, owner);
  });
  on('pointerdown', (event) => {
    isPointing = true;
    pressed = ownerOf(event);
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
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  const show = useCallback((next: HTMLElement | null) => {
    shown.current = next;
    setOwner(next);
  }, []);
  useEffect(() => watchOwners(() => shown.current, show), [show]);
  useEffect(() => {
    if (!owner) return undefined;
    // Its text may change while it is open, such as that of a button that plays and pauses.
    const observer = new MutationObserver(readAgain);
    observer.observe(owner, { attributes: true, attributeFilter: ['data-tooltip', 'data-tooltip-keys'] });
    return () => observer.disconnect();
  }, [owner]);

  if (!owner) return null;
  const { tooltip, tooltipKeys } = owner.dataset;
  // A new key for each text restarts the animation.
  return <TooltipBox key={tooltip} owner={owner} text={tooltip} keys={tooltipKeys} show={show} />;
}

interface TooltipBoxProps {
  readonly owner: HTMLElement;
  readonly text: string | undefined;
  readonly keys: string | undefined;
  readonly show: (owner: HTMLElement | null) => void;
}

function TooltipBox({ owner, text, keys, show }: TooltipBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const place = async (): Promise<void> => {
      if (!owner.isConnected) return show(null);
      const { x, y } = await computePosition(owner, element, {
        placement: 'bottom',
        strategy: 'fixed',
        middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
      });
      Object.assign(element.style, { left: `${x}px`, top: `${y}px` });
    };
    return autoUpdate(owner, element, () => void place());
  }, [owner, show]);
  return createPortal(
    <div
      ref={box}
      role="tooltip"
      className="fade-in fixed top-0 left-0 z-50 w-max max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-paper shadow-low forced-colors:border print:hidden"
    >
      <span>{text}</span>
      {keys ? (
        <kbd translate="no" className="ml-2 font-sans opacity-75">
          {keys}
        </kbd>
      ) : null}
    </div>,
    document.body,
  );
}
