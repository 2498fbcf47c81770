import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { buttonLook } from '../ui/button-look.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePage } from './use-page.ts';

export function Component() {
  const { t } = useTranslation('common');
  usePage(t('notFound.title'));
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        heading="h1"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link className={buttonLook('primary')} to={PATHS.documents}>
            {t('notFound.home')}
          </Link>
        }
      />
    </main>
  );
}
