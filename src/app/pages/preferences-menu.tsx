import { HardDrive, LogOut, Settings2, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import { PATHS } from '../data/paths.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { UnsentDialog } from '../unsent/unsent-dialog.tsx';
import { useUnsent } from '../unsent/use-unsent.ts';
import { Preferences } from './preferences.tsx';
import { keepLanguageOnServer } from './keep-language-on-server.ts';
import { TextSpan } from '../ui/text-span.tsx';
import type { SignedInUser } from '../data/session.ts';

interface PreferencesMenuProps {
  /** Items of the current page, above the others. */
  readonly children?: ReactNode;
  readonly user: SignedInUser;
  /** Set if *Sign out* does not fit into the bar. */
  readonly withSignOut?: boolean;
  /** Runs before signing out, for example to save. */
  readonly beforeSignOut?: () => Promise<boolean>;
}

/** Language, theme, account, unsent edits and sign-out, in every bar. */
export function PreferencesMenu(props: PreferencesMenuProps) {
  const { user, withSignOut = false, beforeSignOut, children } = props;
  const { t } = useTranslation(['common', 'unsent']);
  const signOut = useSignOut(user.id);
  const [showsUnsent, setShowsUnsent] = useState(false);
  const unsent = useUnsent(user.id).data?.length ?? 0;
  return (
    <>
      <Popover
        label={t('common:menu')}
        className="w-72"
        renderTrigger={(button) => (
          <Button
            {...button}
            look="quiet"
            aria-label={t('common:menu')}
            className="w-9 px-0 pointer-coarse:w-11"
          >
            <Settings2 size={18} aria-hidden="true" />
          </Button>
        )}
      >
        {children}
        <Preferences onLanguage={keepLanguageOnServer} />
        <div className="mt-4 flex flex-col gap-1 border-t border-line pt-3">
          <p translate="no" className="truncate px-3.5 pb-1 text-[13px] text-muted">
            {user.email}
          </p>
          <Link to={PATHS.account} className={buttonLook('quiet', 'justify-start')}>
            <UserRound size={17} aria-hidden="true" />
            <span>{t('common:account')}</span>
          </Link>
          <Button look="quiet" className="justify-start" onClick={() => setShowsUnsent(true)}>
            <HardDrive size={17} aria-hidden="true" />
            <TextSpan>
              {unsent === 0 ? t('unsent:title') : t('unsent:titleWithCount', { count: unsent })}
            </TextSpan>
          </Button>
          {withSignOut && (
            <Button
              look="quiet"
              className="justify-start"
              busy={signOut.leaving}
              onClick={() => void signOut.leave(beforeSignOut)}
            >
              <LogOut size={17} aria-hidden="true" />
              <span>{t('common:signOut')}</span>
            </Button>
          )}
        </div>
      </Popover>
      <UnsentDialog userId={user.id} open={showsUnsent} onOpenChange={setShowsUnsent} />
      <SignOutDialog signOut={signOut} />
    </>
  );
}
