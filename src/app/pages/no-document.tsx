import { FileX, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePage } from './use-page.ts';

interface NoAccessProps {
  readonly email: string;
  /** Button to request access. */
  readonly ask: ReactNode;
  readonly onRetry: () => void;
}

/** Somebody else's document. */
export function NoAccess({ email, ask, onRetry }: NoAccessProps) {
  const { t } = useTranslation(['documents', 'common']);
  usePage(t('documents:noAccess.title'));
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('documents:noAccess.title')}
      text={t('documents:noAccess.text', { email })}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={PATHS.documents} className={buttonLook('primary')}>
            {t('documents:toList')}
          </Link>
          {ask}
          <Button look="quiet" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        </div>
      }
    />
  );
}

/** A document that was deleted. */
export function Gone() {
  const { t } = useTranslation('documents');
  usePage(t('gone.title'));
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<FileX size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('gone.title')}
      text={t('gone.text')}
      action={
        <Link to={PATHS.documents} className={buttonLook('primary')}>
          {t('toList')}
        </Link>
      }
    />
  );
}
