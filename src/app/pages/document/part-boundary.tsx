import type { ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Error boundary for a part of an open document. The room stays open, so changes are still saved. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={BrokenPart}>{children}</ErrorBoundary>;
}

function BrokenPart({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation('common');
  return (
    <div className="p-4">
      <Notice>
        <p>{t('crashed.part')}</p>
        <Button className="mt-2" onClick={resetErrorBoundary}>
          {t('retry')}
        </Button>
      </Notice>
    </div>
  );
}
