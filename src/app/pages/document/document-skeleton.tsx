import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePage } from '../use-page.ts';

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-2/3'];

/** Placeholder while a document loads: bar, toolbar, title, text. */
export function DocumentSkeleton() {
  const { t } = useTranslation('documents');
  usePage(t('opening'));
  return (
    <>
      <div className="h-[52px] border-b border-line" />
      <div className="h-[52px] border-b border-line" />
      <main id="main" className="ml-(--text-start) max-w-[47rem] px-6 pt-8">
        <h1 tabIndex={-1} className="sr-only">
          {t('opening')}
        </h1>
        <Skeleton className="h-10 w-3/5" />
        <div className="mt-8 flex flex-col gap-4">
          {LINES.map((width, line) => (
            <Skeleton key={line} className={`h-4 ${width}`} />
          ))}
        </div>
      </main>
    </>
  );
}
