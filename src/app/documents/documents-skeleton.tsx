import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'];

/** Placeholder rows while the list loads. */
export function DocumentsSkeleton() {
  const { t } = useTranslation('common');
  return (
    <output className="block">
      <span className="sr-only">{t('loading')}</span>
      {/* Search, views and folders. */}
      <Skeleton className="mb-3 h-10 w-full pointer-coarse:h-11" />
      <Skeleton className="mb-4 h-8 w-72 max-w-full pointer-coarse:h-11" />
      <Skeleton className="mb-[18px] ml-0 h-9 w-36 pointer-coarse:h-11" />
      <span className="block border-t border-line" />
      {WIDTHS.map((width) => (
        <span key={width} className="block border-b border-line px-2 py-3.5">
          <Skeleton className={`my-1 h-4 ${width}`} />
          <Skeleton className="mt-2 mb-1 h-3 w-24" />
        </span>
      ))}
    </output>
  );
}
