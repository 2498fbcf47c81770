import { useLayoutEffect, type RefObject } from 'react';

/** Sets `data-more` to the ends at which a horizontally scrolling row continues. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (row.current ? watchEdges(row.current) : undefined), [row]);
}

function watchEdges(row: HTMLElement): () => void {
  const show = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    const ends = [];
    if (scrollLeft > 1) ends.push('start');
    if (scrollLeft + clientWidth < scrollWidth - 1) ends.push('end');
    row.dataset['more'] = ends.join(' ');
  };
  show();
  row.addEventListener('scroll', show, { passive: true });
  const observer = new ResizeObserver(show);
  for (const element of [row, ...row.children]) observer.observe(element);
  return () => {
    row.removeEventListener('scroll', show);
    observer.disconnect();
  };
}
