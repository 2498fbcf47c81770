import { useNavigate } from 'react-router';
import { OpenDocumentActions } from '../../documents/open-document-actions.tsx';
import { WatchChoice } from '../../notifications/watch-choice.tsx';
import { PATHS } from '../../data/paths.ts';
import { DocumentMenu } from '../../editor/document-tools/document-menu.tsx';
import { selectTitle } from '../../editor/title/title-field.tsx';
import { SinceLastVisit } from '../../history/since-last-visit.tsx';
import { DownloadOpen } from '../downloads/download-open.tsx';
import { FindEntry } from '../finding/find-entry.tsx';
import { useCommentNotes } from './comments/comment-notes.ts';
import { isOpenThread } from './comments/is-open-thread.ts';
import type { PartProps } from './use-open-page.ts';

export interface ActionsProps extends PartProps {
  readonly close: () => void;
}

/** The items of the menu in the bar. Suspends while their texts load. */
export function DocumentActions({ page, close }: ActionsProps) {
  const { room, status, user, editable, editor, panel, history, comments } = page;
  const hasOpen = comments?.store.threads().some(isOpenThread);
  const notesOf = useCommentNotes();
  const navigate = useNavigate();
  return (
    <>
      <div className="mb-1 flex flex-col">
        <FindEntry onOpen={close} />
      </div>
      <DocumentMenu
        doc={room.doc}
        editable={editable}
        takeText={(format) => editor.current?.takeText(format) ?? Promise.resolve('')}
        onShortcuts={() => editor.current?.showShortcuts()}
        onFind={() => {
          close();
          editor.current?.openFind();
        }}
        onHistory={() => {
          close();
          panel.toggle('history');
        }}
        withComments={
          comments && hasOpen && history.shown === null
            ? {
                takeText: () => editor.current?.takeNoted(notesOf(comments)) ?? Promise.resolve(''),
                print: comments.print,
              }
            : null
        }
      >
        {editable && !status.ended && (
          <SinceLastVisit
            documentId={room.documentId}
            onShow={(shown) => {
              close();
              history.show(shown);
            }}
          />
        )}
        <OpenDocumentActions
          documentId={room.documentId}
          userId={user.id}
          save={room.flush}
          onRename={editable && !status.ended ? () => (close(), selectTitle()) : null}
          onRemoved={() => void navigate(PATHS.documents)}
        />
        {history.shown === null && <DownloadOpen page={page} close={close} />}
      </DocumentMenu>
      {!status.ended && <WatchChoice documentId={room.documentId} />}
    </>
  );
}
