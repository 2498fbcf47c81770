import { clsx } from 'clsx';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../data/paths.ts';
import { OfflineMark, OwnPlace } from '../../presence/late-loader.ts';
import { PeopleHere } from '../../presence/people-here.tsx';
import { SaveState } from '../../presence/save-state.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { AccountMenu } from '../account-menu.tsx';
import { PANELS } from './panels.tsx';
import { saveAll } from './save-all.ts';
import type { PartProps } from './use-open-page.ts';

const WholeMenu = loadLater(() => import('./whole-menu.tsx').then((part) => part.WholeMenu));

const HIDDEN = { sm: 'max-sm:hidden', lg: 'max-lg:hidden' } as const;

const CALM: ReadonlySet<string> = new Set(['saved', 'saving', 'view-only']);

/** Left: back, title, save state. Right: people present, and actions on the document. */
export function DocumentBar({ page }: PartProps) {
  const { room, status, user, title, editable, isShutOut, loadCompany, showsCaret } = page;
  const { t } = useTranslation(['documents', 'common', 'documentPage']);
  // Users who lost access must not see who is present.
  const people = isShutOut ? [] : page.people;
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
        mayGather={editable}
        own={
          <AccountMenu
            user={user}
            self={self}
            mark={status.save === 'offline' ? <OfflineMark /> : null}
            beforeSignOut={() => saveAll(room)}
          >
            <OwnPlace self={self} showsCaret={showsCaret} />
          </AccountMenu>
        }
      />
      <span className="w-1 max-sm:hidden" />
      {PANELS.map(({ name, Button, yields }) => (
        <span key={name} className={yields && !isCalm ? HIDDEN[yields] : 'contents'}>
          <Button page={page} />
        </span>
      ))}
      {isShutOut ? null : (
        <Popover
          label={t('documentPage:menu')}
          className="w-80"
          renderTrigger={(button) => (
            <IconButton
              {...button}
              label={t('documentPage:menu')}
              icon={<Ellipsis size={18} aria-hidden="true" />}
            />
          )}
        >
          {(close) => <WholeMenu page={page} close={close} />}
        </Popover>
      )}
    </header>
  );
}
