import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { loadLater } from '../ui/load-later.tsx';
import { UnsentNotice } from '../unsent/unsent-notice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PageBell } from './page-bell.tsx';
import { FindButton } from './finding/find-button.tsx';
import { Finder } from './finding/finder.tsx';
import { SkipLink } from './skip-link.tsx';
import type { SignedInUser } from '../data/session.ts';

const AppFinder = loadLater(() => import('./finding/app-finder.tsx').then((part) => part.AppFinder));

interface AppFrameProps {
  readonly user: SignedInUser;
  readonly children: ReactNode;
  /** Folder for new documents. */
  readonly folderId?: string | undefined;
  /** Imports files; where the page can. */
  readonly onFiles?: (files: readonly File[]) => void;
}

/** Layout of the pages other than a document: a bar and a column. */
export function AppFrame({ user, children, folderId, onFiles }: AppFrameProps) {
  const { t } = useTranslation('common');
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
        <div className="mx-auto flex h-[52px] max-w-4xl items-center gap-2 px-4 sm:px-6">
          <Link
            to={PATHS.documents}
            className="inline-flex items-center rounded-md pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <Wordmark name={t('appName')} />
          </Link>
          <span className="flex-1" />
          <FindButton />
          <PageBell />
          <AccountMenu user={user} />
        </div>
      </header>
      <Finder>
        <AppFinder user={user} folderId={folderId} onFiles={onFiles} />
      </Finder>
      <UnsentNotice userId={user.id} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-12">
        {children}
      </main>
    </>
  );
}
