import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useBeforePrint } from '../ui/use-before-print.ts';

const ROWS_AT_ONCE = 60;

interface GrowingList<Row> {
  readonly rows: readonly Row[];
  /** Button below the last row, which activates itself when scrolled into view. */
  readonly more: ReactNode;
}

/** Renders the first rows, more on scrolling, and all for printing: rendering thousands at once is slow. */
export function useGrowingList<Row>(all: readonly Row[], of: string): GrowingList<Row> {
  const { t } = useTranslation('documentList');
  const [grown, setGrown] = useState({ of, count: ROWS_AT_ONCE });
  // Another view starts from its top.
  const count = grown.of === of ? grown.count : ROWS_AT_ONCE;
  const button = useRef<HTMLDivElement>(null);
  const rest = all.length - count;
  const grow = (): void => setGrown({ of, count: count + ROWS_AT_ONCE });
  useBeforePrint(useCallback(() => setGrown({ of, count: Infinity }), [of]));
  useEffect(() => {
    const seen = button.current;
    if (!seen || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setGrown({ of, count: count + ROWS_AT_ONCE });
      },
      { rootMargin: '600px' },
    );
    observer.observe(seen);
    return () => observer.disconnect();
  }, [of, count]);
  const more = rest > 0 && (
    <div ref={button} className="flex justify-center py-4">
      <Button onClick={grow}>{t('showMore', { count: rest })}</Button>
    </div>
  );
  return { rows: all.slice(0, count), more };
}
