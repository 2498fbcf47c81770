import { useTranslation } from 'react-i18next';
import { lockedUserId } from '../data/locked-session.ts';
import { Notice } from '../ui/notice.tsx';

/** Above the form to sign in, on a device that has not reached the server for too long. */
export function LockedNote() {
  const { t } = useTranslation('offline');
  return lockedUserId() === null ? null : (
    <div className="mb-5">
      <Notice>{t('locked')}</Notice>
    </div>
  );
}
