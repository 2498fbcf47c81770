import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown instead of a page that threw. */
export function CrashPage() {
  const { t } = useTranslation('common');
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        alert
        heading="h1"
        title={t('crashed.title')}
        text={t('crashed.text')}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {t('crashed.reload')}
          </Button>
        }
      />
    </main>
  );
}
