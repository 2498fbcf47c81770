import { useTranslation } from 'react-i18next';
import type { ConfigResult } from '../data/config.ts';

const SETTINGS = 'VITE_SUPABASE_URL=https://….supabase.co\nVITE_SUPABASE_PUBLISHABLE_KEY=sb_publishable_…';

/** Shown instead of the app if its configuration is missing or invalid. */
export function SetupPage({ result }: { readonly result: ConfigResult & { readonly ok: false } }) {
  const { t } = useTranslation('common');
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-4 px-5 py-12">
      <h1 className="font-serif text-[28px]/9 font-semibold text-balance">{t('setup.title')}</h1>
      {result.problem === 'invalid' && (
        <p className="text-danger">
          <span>{`${t('setup.invalid')} `}</span>
          <code translate="no" className="break-all">
            {result.detail}
          </code>
        </p>
      )}
      <p className="text-[15px]/6 text-muted">{t('setup.text')}</p>
      <pre
        translate="no"
        className="overflow-x-auto rounded-control border border-line bg-raised p-4 text-[13px]/6"
      >
        {SETTINGS}
      </pre>
      <p className="text-[15px]/6 text-muted">{t('setup.local')}</p>
    </main>
  );
}
