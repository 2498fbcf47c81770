import { useTranslation } from 'react-i18next';
import { buttonLook } from '../ui/button-look.ts';

/** First tab stop: skips the bar. */
export function SkipLink() {
  const { t } = useTranslation('common');
  return (
    <a
      href="#main"
      className={buttonLook('primary', 'fixed top-2 left-2 z-60 not-focus:sr-only')}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('skipToContent')}
    </a>
  );
}
