import { clsx } from 'clsx';
import { ArrowLeft, Ellipsis, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayWrite } from '#contract/roles.ts';
import { PATHS } from '../../data/paths.ts';
import type { SignedInUser } from '../../data/session.ts';
import { OfflineMark, OwnPlace } from '../../presence/late-loader.ts';
import { PeopleHere } from '../../presence/people-here.tsx';
import type { LoadCompany } from '../../presence/use-company.ts';
import { SaveState } from '../../presence/save-state.tsx';
import type { Person } from '../../room/people.ts';
import type { RoomStatus } from '../../room/room-status.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AccountMenu } from '../account-menu.tsx';

interface DocumentBarProps {
  readonly title: string;
  readonly status: RoomStatus & { readonly kind: 'open' };
  readonly people: readonly Person[];
  readonly loadCompany: LoadCompany;
  /** Others see where the user's caret is. */
  readonly showsCaret: boolean;
  readonly user: SignedInUser;
  readonly historyOpen: boolean;
  readonly onHistory: () => void;
  readonly beforeSignOut: () => Promise<boolean>;
  /** The *Share* button, if the user can share. */
  readonly share: ReactNode;
  /** Menu items that act on the text. */
  readonly renderMenu: ((close: () => void) => ReactNode) | null;
}

const CALM: ReadonlySet<string> = new Set(['saved', 'saving', 'view-only']);

/** Left: back, title, save state. Right: people present, and actions on the document. */
export function DocumentBar(props: DocumentBarProps) {
  const {
    title,
    status,
    people,
    loadCompany,
    showsCaret,
    user,
    historyOpen,
    onHistory,
    beforeSignOut,
    share,
    renderMenu,
  } = props;
  const { t } = useTranslation(['documents', 'common', 'room']);
  const self = people.find(({ isSelf }) => isSelf);
  // On a phone there is no room for the title beside a longer state.
  const isCalm = status.kind === 'open' && CALM.has(status.save);
  return (
    <header className="sticky top-0 z-20 flex h-[52px] items-center border-b border-line bg-paper/95 px-0.5 backdrop-blur-sm sm:gap-2 sm:px-3 print:hidden">
      <Tooltip text={t('common:back')}>
        <Link
          to={PATHS.documents}
          aria-label={t('common:back')}
          className={buttonLook('quiet', 'w-9 px-0 pointer-coarse:w-11')}
        >
          <ArrowLeft size={18} aria-hidden="true" />
        </Link>
      </Tooltip>
      <div className="flex min-w-0 items-center gap-2 max-md:flex-1 max-md:basis-16 max-md:flex-col max-md:items-start max-md:gap-0">
        <h1
          tabIndex={-1}
          translate={title.trim() === '' ? 'yes' : 'no'}
          dir="auto"
          className={clsx(
            'min-w-0 truncate font-medium',
            isCalm ? 'max-md:max-w-full max-md:px-1 max-md:text-[13px]/4' : 'max-md:sr-only',
          )}
        >
          {title.trim() || t('documents:untitled')}
        </h1>
        {/* Never shrinks; the title does. */}
        <div className="flex items-center max-md:min-w-0 max-md:max-w-full md:shrink-0">
          <SaveState status={status} />
        </div>
      </div>
      <span className="flex-1 max-md:hidden" />
      <PeopleHere
        people={people}
        loadCompany={loadCompany}
        own={
          <AccountMenu
            user={user}
            self={self}
            mark={status.save === 'offline' ? <OfflineMark /> : null}
            beforeSignOut={beforeSignOut}
          >
            {(close) => (
              <OwnPlace
                self={self}
                showsCaret={showsCaret}
                mayGather={mayWrite(status.role) && people.length > 1}
                loadCompany={loadCompany}
                onDone={close}
              />
            )}
          </AccountMenu>
        }
      />
      <span className="w-1 max-sm:hidden" />
      {share}
      <IconButton
        label={t('room:history')}
        aria-expanded={historyOpen}
        icon={<History size={18} aria-hidden="true" />}
        onClick={onHistory}
      />
      {renderMenu ? (
        <Popover
          label={t('room:menu')}
          className="w-72"
          renderTrigger={(button) => (
            <IconButton {...button} label={t('room:menu')} icon={<Ellipsis size={18} aria-hidden="true" />} />
          )}
        >
          {renderMenu}
        </Popover>
      ) : null}
    </header>
  );
}
