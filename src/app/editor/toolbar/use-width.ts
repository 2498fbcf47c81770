import { useLayoutEffect, useState, type RefObject } from 'react';

/** Inner width of an element in CSS pixels, kept current; null before the first measurement and without layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setWidth(target.clientWidth > 0 ? target.clientWidth : null);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
