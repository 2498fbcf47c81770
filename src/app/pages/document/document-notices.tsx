import { Suspense } from 'react';
import { SignInAgainButton } from '../../auth/sign-in-again-button.tsx';
import { takeSharedText } from '../../editor/out/write-text.ts';
import { AnnouncePeople, GuideBar } from '../../presence/late-loader.ts';
import { StatusBar } from '../../presence/status-bar.tsx';
import { CopyAndExport } from '../../unsent/copy-and-export.tsx';
import { UnsentButton } from '../../unsent/unsent-button.tsx';
import { UnsentNotice } from '../../unsent/unsent-notice.tsx';
import { LongUnsavedDialog, RestoreNews, TrashedBy, WhileAway } from './late-loader.ts';
import type { PartProps } from './use-open-page.ts';

/** Messages below the bar of an open document: its status, the people, restores. */
export function DocumentNotices({ page }: PartProps) {
  const { room, status, people, user, title, editable, history, restores, loadCompany } = page;
  const { documentId, doc } = room;
  const readText = (): Promise<string> => takeSharedText(doc, 'text');
  return (
    <>
      <StatusBar
        status={status}
        text={status.cause === 'gone' ? <TrashedBy documentId={documentId} userId={user.id} /> : undefined}
        signIn={<SignInAgainButton />}
        onReload={() => location.reload()}
      >
        <UnsentButton userId={user.id} />
        {status.save === 'not-saved' && status.cause !== 'image-failed' && (
          <CopyAndExport title={title} read={readText} />
        )}
      </StatusBar>
      <LongUnsavedDialog status={status} title={title} readText={readText} />
      <UnsentNotice userId={user.id} />
      <Suspense fallback={null}>
        {editable && !status.ended && history.shown === null && (
          <WhileAway documentId={documentId} doc={doc} onShow={history.show} />
        )}
        <AnnouncePeople people={people} live={status.cause === null} loadCompany={loadCompany} />
        <GuideBar
          documentId={documentId}
          people={people}
          isUnsaved={status.save === 'not-saved'}
          loadCompany={loadCompany}
        />
        {restores.row && (
          <RestoreNews
            key={restores.row.seq}
            documentId={documentId}
            userId={user.id}
            row={restores.row}
            canEdit={editable}
            onShow={history.select}
            onReversed={restores.onReversed}
          />
        )}
      </Suspense>
    </>
  );
}
