import { Suspense } from 'react';
import { loadLater } from '../../ui/load-later.tsx';
import { SkipLink } from '../skip-link.tsx';
import { DocumentBar } from './document-bar.tsx';
import { DocumentNotices } from './document-notices.tsx';
import { DocumentText } from './document-text.tsx';
import { FoundWords, OpenPageFinder, TextImport } from './late-loader.ts';
import { PANELS } from './panels.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { useOpenPage, type LiveDocumentProps } from './use-open-page.ts';

const CommentsBeside = loadLater(() =>
  import('./comments/comments-beside.tsx').then((part) => part.CommentsBeside),
);
const ShownVersion = loadLater(() => import('./shown-version.tsx').then((part) => part.ShownVersion));

/** An open document: bar, text, panel. */
export function LiveDocument(props: LiveDocumentProps) {
  const page = useOpenPage(props);
  const { shown } = page.history;
  const Side = page.isShutOut ? undefined : PANELS.find(({ name }) => name === page.panel.name)?.Side;
  return (
    <>
      <SkipLink />
      <PartBoundary>
        <DocumentBar page={page} />
        <DocumentNotices page={page} />
      </PartBoundary>
      <PartBoundary>
        <OpenPageFinder page={page} />
      </PartBoundary>
      <div className="flex">
        <main
          id="main"
          tabIndex={-1}
          className="relative min-w-0 flex-1 pb-[calc(3.5rem+var(--foot,0px))] print:pb-0"
        >
          {shown !== null && (
            <PartBoundary>
              <Suspense fallback={null}>
                <ShownVersion page={page} shown={shown} />
              </Suspense>
            </PartBoundary>
          )}
          {/* Stays mounted while a version is shown, to keep its undo history. */}
          <div hidden={shown !== null}>
            <PartBoundary>
              <DocumentText page={page} />
            </PartBoundary>
          </div>
          <PartBoundary>
            <Suspense fallback={null}>
              <CommentsBeside page={page} />
              <FoundWords page={page} />
              {page.editable && shown === null && <TextImport page={page} />}
            </Suspense>
          </PartBoundary>
        </main>
        {Side && (
          // Suspends while its translations load; the editor must not wait.
          <PartBoundary>
            <Suspense fallback={null}>
              <Side page={page} />
            </Suspense>
          </PartBoundary>
        )}
      </div>
    </>
  );
}
