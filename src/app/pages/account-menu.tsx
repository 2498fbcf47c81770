import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import { assignAuthorColors } from '../data/author-colors.ts';
import { avatarsQuery } from '../data/avatars.ts';
import { profileQuery } from '../data/profiles.ts';
import type { SignedInUser } from '../data/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { UnsentDialog } from '../unsent/unsent-dialog.tsx';

const Panel = loadLater(() => import('./account-panel.tsx').then((part) => part.AccountPanel));

const FACE_PX = 30;

interface AccountMenuProps {
  readonly user: SignedInUser;
  /** The user as others in the document see them. */
  readonly self?: { readonly name: string; readonly color: string } | undefined;
  /** Rendered above the items: the card about the user's presence. */
  readonly children?: ReactNode;
  /** A mark on the face. */
  readonly mark?: ReactNode;
  /** Runs before signing out, for example to save. */
  readonly beforeSignOut?: () => Promise<boolean>;
}

/** Account, language, theme, unsent edits and sign-out, behind the user's face. */
export function AccountMenu(props: AccountMenuProps) {
  const { user, children, mark, beforeSignOut } = props;
  const { t } = useTranslation('common');
  const signOut = useSignOut(user.id);
  const [showsUnsent, setShowsUnsent] = useState(false);
  const face = useFace(props);
  const label = t('self', { name: face.name || user.email });
  return (
    <>
      <Popover
        label={label}
        className="w-72"
        renderTrigger={(button) => (
          <Tooltip text={label}>
            <button
              {...button}
              type="button"
              aria-label={label}
              className="inline-flex items-center justify-center rounded-full pointer-coarse:size-11"
            >
              <span className="relative inline-flex rounded-full ring-2 ring-paper">
                <Avatar {...face} sizePx={FACE_PX} />
                {mark}
              </span>
            </button>
          </Tooltip>
        )}
      >
        {children}
        <Panel
          user={user}
          onUnsent={() => setShowsUnsent(true)}
          onSignOut={() => void signOut.leave(beforeSignOut)}
          isLeaving={signOut.leaving}
        />
      </Popover>
      <UnsentDialog userId={user.id} open={showsUnsent} onOpenChange={setShowsUnsent} />
      <SignOutDialog signOut={signOut} />
    </>
  );
}

/** Until the name is known, the face is empty. */
function useFace({ user, self }: AccountMenuProps) {
  const { data: profile } = useQuery({ ...profileQuery(user.id), enabled: !self });
  // Not for a user without a picture: the list's queries need the browser's six connections.
  const { data: avatars } = useQuery({ ...avatarsQuery(), enabled: Boolean(self ?? profile?.avatar) });
  const color = assignAuthorColors([{ userId: user.id, color: profile?.color ?? null }]).get(user.id) ?? '';
  return { ...(self ?? { name: profile?.name ?? '', color }), picture: avatars?.get(user.id) };
}
