import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { beginSecondFactor, confirmSecondFactor } from '../data/second-factor.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CodeForm } from './code-form.tsx';

/** Shows the secret for an authenticator app and verifies its first code. */
export function SetUpSecondFactor({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const begun = useQuery({
    queryKey: ['new-second-factor'],
    queryFn: beginSecondFactor,
    // The secret is shown only once.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!begun.data) return <Skeleton className="mt-5 h-60 w-full" />;
  if (!begun.data.ok) {
    return (
      <div className="mt-5">
        <Notice>
          <p>{t(`auth:failure.${begun.data.failure}`)}</p>
          <Button className="mt-2" busy={begun.isFetching} onClick={() => void begun.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      </div>
    );
  }
  const { factorId, qrCode, secret } = begun.data.value;
  return (
    <div className="mt-5 flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-5">
        {/* Cameras need dark on light in every theme. */}
        <img src={qrCode} alt={t('secondFactor.qrCode')} className="size-44 rounded-control bg-white p-2" />
        <div className="min-w-0 flex-1 basis-52 text-muted">
          <p>{t('secondFactor.enterKey')}</p>
          <p translate="no" className="mt-2 font-mono text-[15px] text-ink select-all">
            {(secret.match(/.{1,4}/g) ?? []).join(' ')}
          </p>
        </div>
      </div>
      <CodeForm
        submitLabel={t('secondFactor.turnOn')}
        wrong={t('secondFactor.wrong')}
        verify={(code) => confirmSecondFactor(factorId, code)}
        onDone={onDone}
      />
    </div>
  );
}
