import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'];

/** Placeholder rows while the list loads. */
export function DocumentsSkeleton() {
  const { t } = useTranslation('common');
  return (
    <output className="block border-t border-line">
      <span className="sr-only">{t('loading')}</span>
      {WIDTHS.map((width) => (
        <span key={width} className="block border-b border-line px-2 py-3.5">
          <Skeleton className={`my-1 h-4 ${width}`} />
          <Skeleton className="mt-2 mb-1 h-3 w-24" />
        </span>
      ))}
    </output>
  );
}
