import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { errorCodeOf, mayRetry, type ApiErrorCode } from '../data/api-error.ts';
import { PATHS } from '../data/paths.ts';
import { unsubscribe, unsubscribePreviewQuery, type Stopped } from '../data/unsubscribing.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { LINK_LOOK } from './link-look.ts';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';
import { useUnsubscribeTexts } from './use-unsubscribe-texts.ts';

/** Router state: kept in the tab's history, survives a reload, and is not part of the URL. */
const stateSchema = z.object({ mailToken: z.string() });

/** Target of the links in mails that stop mails. Opening it stops nothing: mail scanners open links and run scripts. */
export function Component() {
  const { hash, state } = useLocation();
  if (hash !== '') return <TakeToken token={hash.slice(1)} />;
  const token = stateSchema.safeParse(state).data?.mailToken ?? null;
  return token === null ? <Unusable reason="incomplete" /> : <WithToken key={token} token={token} />;
}

/** Moves the token from the URL, where it is visible, into the router's state. */
function TakeToken({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(PATHS.unsubscribe, { replace: true, state: { mailToken: token } });
  }, [navigate, token]);
  return <PageWaiting />;
}

function WithToken({ token }: { readonly token: string }) {
  const preview = useQuery(unsubscribePreviewQuery(token));
  if (preview.data !== undefined) return <Choice token={token} mails={preview.data} />;
  if (!preview.isError) return <PageWaiting />;
  const code = errorCodeOf(preview.error);
  if (!mayRetry(code)) return <Unusable reason="invalid" />;
  return <Failed code={code} isRetrying={preview.isFetching} onRetry={() => void preview.refetch()} />;
}

interface ChoiceProps {
  readonly token: string;
  readonly mails: Stopped;
}

/** One button, then what it did, and the way back. */
function Choice({ token, mails }: ChoiceProps) {
  const { t } = useTranslation('errors');
  const [state, setState] = useState<'offered' | 'stopped' | 'undone'>('offered');
  const change = useMutation({
    mutationFn: (undo: boolean) => unsubscribe(token, undo),
    onSuccess: (_done, undo) => setState(undo ? 'undone' : 'stopped'),
  });
  const { title, text, button } = useUnsubscribeTexts(mails)[state];
  usePage(title);
  return (
    <AuthFrame
      title={title}
      text={
        <output>
          <TextSpan>{text}</TextSpan>
        </output>
      }
      footer={mails.scope !== 'sender' && <Finer />}
    >
      <div className="flex flex-col items-start gap-5">
        {change.isError && <Notice>{t(errorCodeOf(change.error))}</Notice>}
        <Button
          look={state === 'offered' ? 'primary' : 'plain'}
          busy={change.isPending}
          onClick={() => change.mutate(state === 'stopped')}
        >
          {button}
        </Button>
      </div>
    </AuthFrame>
  );
}

/** The link stops one thing only. The rest is chosen in the settings, for which a visitor signs in. */
function Finer() {
  const { t } = useTranslation('unsubscribe');
  return (
    <>
      <p>{t('finer')}</p>
      <p className="mt-2">
        <Link to={SETTINGS} className={LINK_LOOK}>
          {t('settings')}
        </Link>
      </p>
    </>
  );
}

const SETTINGS = `${PATHS.account}#notifications`;

interface FailedProps {
  readonly code: ApiErrorCode;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

function Failed({ code, isRetrying, onRetry }: FailedProps) {
  const { t } = useTranslation(['unsubscribe', 'errors', 'common']);
  const title = t('unsubscribe:failed');
  usePage(title);
  return (
    <AuthFrame title={title} text={<p role="alert">{t(`errors:${code}`)}</p>}>
      <Button look="primary" busy={isRetrying} onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </AuthFrame>
  );
}

function Unusable({ reason }: { readonly reason: 'incomplete' | 'invalid' }) {
  const { t } = useTranslation('unsubscribe');
  const title = t(reason);
  usePage(title);
  return (
    <AuthFrame title={title} text={<p role="alert">{t(`${reason}Text`)}</p>}>
      <Link to={SETTINGS} className={buttonLook('primary')}>
        {t('settings')}
      </Link>
    </AuthFrame>
  );
}
