import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { loadLater } from '../ui/load-later.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { usePage } from './use-page.ts';

/** Hashes keys and reads files, which the heading need not wait for. */
const VerifyForm = loadLater(() => import('../history/verify-form.tsx').then((part) => part.VerifyForm));

/** For everybody, also without an account. */
export function Component() {
  const { t } = useTranslation(['proof', 'common']);
  usePage(t('proof:verify.title'));
  return (
    <>
      <header className="border-b border-line print:hidden">
        <div className="mx-auto flex h-[52px] max-w-4xl items-center justify-between px-4 sm:px-6">
          <Link
            to={PATHS.home}
            className="inline-flex items-center rounded-md pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <Wordmark name={t('common:appName')} />
          </Link>
          <LanguageSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-12 print:p-0">
        <h1 tabIndex={-1} className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
          {t('proof:verify.title')}
        </h1>
        <VerifyForm />
      </main>
    </>
  );
}
