import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { signOut } from '../data/auth.ts';
import { signInPath } from '../data/paths.ts';
import { buttonLook, type ButtonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSession } from './use-session.ts';

/**
 * For a session that the server no longer takes. While this browser still believes in it the sign-in page would only
 * lead back here, so it is ended first; the page then goes to sign-in, or asks on top of unsaved words. What waits on
 * this device stays there.
 */
export function SignInAgainButton({ look = 'plain' }: { readonly look?: ButtonLook }) {
  const { t } = useTranslation('auth');
  const { pathname, search, hash } = useLocation();
  const state = useSession();
  const [leaving, setLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    setLeaving(true);
    const outcome = await signOut();
    setLeaving(false);
    if (!outcome.ok) showToast.error(t(`failure.${outcome.failure}`));
  };

  if (state.kind === 'signed-out') {
    return (
      <a href={signInPath(pathname + search + hash)} className={buttonLook(look)}>
        {t('again.action')}
      </a>
    );
  }
  return (
    <Button look={look} busy={leaving} onClick={() => void leave()}>
      {t('again.action')}
    </Button>
  );
}
