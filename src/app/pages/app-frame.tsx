import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { partsOf } from '../ui/load-later.tsx';
import { UnsentNotice } from '../unsent/unsent-notice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PageBell } from './page-bell.tsx';
import { SkipLink } from './skip-link.tsx';
import type { SignedInUser } from '../data/session.ts';

const part = partsOf(() => import('./finding/late-finding.ts'));
const FindButton = part((all) => all.FindButton);
const PageFinder = part((all) => all.PageFinder);

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
          <span className="size-9 shrink-0 pointer-coarse:size-11">
            <FindButton />
          </span>
          <PageBell />
          <AccountMenu user={user} />
        </div>
      </header>
      <PageFinder user={user} folderId={folderId} onFiles={onFiles} />
      <UnsentNotice userId={user.id} />
      <main id="main" tabIndex={-1} className="relative mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-12">
        {children}
      </main>
    </>
  );
}
