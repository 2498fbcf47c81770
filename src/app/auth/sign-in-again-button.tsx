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
 * For a session that the server rejects. This browser still holds it, so the sign-in page would redirect back here.
 * The button ends the local session first; the page then shows sign-in, or its dialog if there are unsaved changes. Data
 * stored on this device stays.
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
