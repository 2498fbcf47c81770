import { useEffect } from 'react';

interface Viewport {
  readonly height: number;
  readonly offsetTop: number;
  readonly scale: number;
}

/** Height of the page covered by the on-screen keyboard, in CSS pixels; 0 while the page is pinch-zoomed. */
export function keyboardInset({ height, offsetTop, scale }: Viewport, pageHeight: number): number {
  return scale > 1.01 ? 0 : Math.max(0, Math.round(pageHeight - height - offsetTop));
}

/** Keeps `--keyboard` and `data-keyboard` of the root current, for browsers whose keyboard overlays the page. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    const root = document.documentElement;
    const show = (inset: number): void => {
      root.style.setProperty('--keyboard', `${inset}px`);
      root.toggleAttribute('data-keyboard', inset > 0);
    };
    const measure = (): void => show(keyboardInset(visualViewport, root.clientHeight));
    measure();
    visualViewport.addEventListener('resize', measure);
    visualViewport.addEventListener('scroll', measure);
    return () => {
      visualViewport.removeEventListener('resize', measure);
      visualViewport.removeEventListener('scroll', measure);
      root.style.removeProperty('--keyboard');
      root.removeAttribute('data-keyboard');
    };
  }, []);
}
