import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../auth/use-sign-out.ts';
import { Button } from '../ui/button.tsx';

export function SignOutButton() {
  const { t } = useTranslation('common');
  const { leaving, leave } = useSignOut();
  return (
    <Button
      look="quiet"
      className="max-sm:w-9 max-sm:px-0 pointer-coarse:max-sm:w-11"
      busy={leaving}
      onClick={() => void leave()}
    >
      {!leaving && <LogOut size={17} aria-hidden="true" className="sm:hidden" />}
      <span className="max-sm:sr-only">{t('signOut')}</span>
    </Button>
  );
}
