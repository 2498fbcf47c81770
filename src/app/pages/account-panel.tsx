import { BadgeCheck, HardDrive, LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import type { SignedInUser } from '../data/session.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { useUnsent } from '../unsent/use-unsent.ts';
import { keepLanguageOnServer } from './keep-language-on-server.ts';
import { Preferences } from './preferences.tsx';

interface AccountPanelProps {
  readonly user: SignedInUser;
  readonly onUnsent: () => void;
  readonly onSignOut: () => void;
  readonly isLeaving: boolean;
}

/** Content of the account menu. */
export function AccountPanel({ user, onUnsent, onSignOut, isLeaving }: AccountPanelProps) {
  const { t } = useTranslation(['common', 'unsent']);
  const unsent = useUnsent(user.id).data?.length ?? 0;
  return (
    <>
      <Preferences onLanguage={keepLanguageOnServer} />
      <div className="mt-4 flex flex-col gap-1 border-t border-line pt-3">
        <p translate="no" className="truncate px-3.5 pb-1 text-[13px] text-muted">
          {user.email}
        </p>
        <Link to={PATHS.account} className={buttonLook('quiet', 'justify-start')}>
          <UserRound size={17} aria-hidden="true" />
          <span>{t('common:account')}</span>
        </Link>
        <Button look="quiet" className="justify-start" onClick={onUnsent}>
          <HardDrive size={17} aria-hidden="true" />
          <TextSpan>
            {unsent === 0 ? t('unsent:title') : t('unsent:titleWithCount', { count: unsent })}
          </TextSpan>
        </Button>
        <Link to={PATHS.verify} className={buttonLook('quiet', 'justify-start')}>
          <BadgeCheck size={17} aria-hidden="true" />
          <span>{t('common:checkProof')}</span>
        </Link>
        <Button look="quiet" className="justify-start" busy={isLeaving} onClick={onSignOut}>
          <LogOut size={17} aria-hidden="true" />
          <span>{t('common:signOut')}</span>
        </Button>
      </div>
    </>
  );
}
