import { memo, Suspense, useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { mayWrite } from '#contract/roles.ts';
import { SignInAgainButton } from '../../auth/sign-in-again-button.tsx';
import { PATHS } from '../../data/paths.ts';
import type { SignedInUser } from '../../data/session.ts';
import { Editor, type EditorHandle } from '../../editor/editor.tsx';
import { selectTitle, TitleField } from '../../editor/title/title-field.tsx';
import { useTextLanguage } from '../../editor/document-tools/use-text-language.ts';
import { useTitle } from '../../editor/title/use-title.ts';
import { AnnouncePeople, fetchPresence, GuideBar } from '../../presence/late-loader.ts';
import { needsReload, StatusBar } from '../../presence/status-bar.tsx';
import type { Paragraph } from '../../room/deleted-text.ts';
import type { Room } from '../../room/open-room.ts';
import type { Person } from '../../room/people.ts';
import { plainText } from '../../room/plain-text.ts';
import type { RoomStatus } from '../../room/room-status.ts';
import { loadLater } from '../../ui/load-later.tsx';
import { Share } from '../../sharing/share.tsx';
import { CopyAndExport } from '../../unsent/copy-and-export.tsx';
import { UnsentButton } from '../../unsent/unsent-button.tsx';
import { UnsentNotice } from '../../unsent/unsent-notice.tsx';
import { DocumentBar } from './document-bar.tsx';
import { AskToWrite, LongUnsavedDialog, RecoveredTray, RestoreNews, WhileAway } from './late-loader.ts';
import { PartBoundary } from './part-boundary.tsx';
import { SkipLink } from '../skip-link.tsx';
import { useHistory } from './use-history.ts';
import { useNewcomers } from './use-newcomers.ts';
import { usePage } from '../use-page.ts';
import { useRestores } from './use-restores.ts';
import { useShownCaret } from './use-shown-caret.ts';

const DocumentMenu = loadLater(() =>
  import('../../editor/document-tools/document-menu.tsx').then((part) => part.DocumentMenu),
);
const OpenDocumentActions = loadLater(() =>
  import('../../documents/open-document-actions.tsx').then((part) => part.OpenDocumentActions),
);
const HistoryPanel = loadLater(() =>
  import('../../history/history-panel.tsx').then((part) => part.HistoryPanel),
);
const ShownVersion = loadLater(() => import('./shown-version.tsx').then((part) => part.ShownVersion));

interface LiveDocumentProps {
  readonly room: Room;
  readonly status: RoomStatus & { readonly kind: 'open' };
  readonly people: readonly Person[];
  readonly user: SignedInUser;
}

/** An open document: bar, text, history panel. */
export function LiveDocument({ room, status, people, user }: LiveDocumentProps) {
  const { documentId, doc } = room;
  const navigate = useNavigate();
  const title = useTitle(doc);
  const { t } = useTranslation('documents');
  usePage(title.trim() || t('untitled'));
  const editable = mayWrite(status.role);
  useNewcomers(documentId, people);
  const history = useHistory(documentId);
  const editor = useRef<EditorHandle | null>(null);
  const keepHandle = useCallback((handle: EditorHandle) => {
    editor.current = handle;
  }, []);
  const loadCompany = useCallback(async () => {
    const { companyOf } = await fetchPresence();
    return companyOf(room, await (editor.current?.places() ?? NEVER));
  }, [room]);
  const restores = useRestores(room, editor, history.shown === null);
  // Users who lost access must not see who is present.
  const shownOut = status.cause === 'access-removed' || status.cause === 'gone';
  const company = shownOut || history.shown !== null ? null : loadCompany;
  const showsCaret = useShownCaret(doc, user.id, status.role);
  const flush = useCallback(() => room.flush(), [room]);
  const saveAll = async (): Promise<boolean> => (await room.flush()) && !hasUnsaved(room);
  const readText = (): string => plainText(doc.getXmlFragment(TEXT_ROOT));

  return (
    <>
      <SkipLink />
      <PartBoundary>
        <DocumentBar
          title={title}
          status={status}
          people={shownOut ? [] : people}
          loadCompany={company}
          showsCaret={showsCaret}
          user={user}
          historyOpen={history.open}
          onHistory={history.toggle}
          beforeSignOut={saveAll}
          renderMenu={
            shownOut
              ? null
              : (close) => (
                  <DocumentMenu
                    doc={doc}
                    editable={editable}
                    readMarkdown={() => editor.current?.readMarkdown() ?? Promise.resolve('')}
                    onShortcuts={() => editor.current?.showShortcuts()}
                    onFind={() => {
                      close();
                      editor.current?.openFind();
                    }}
                    onHistory={() => {
                      close();
                      history.toggle();
                    }}
                  >
                    <Suspense fallback={null}>
                      <OpenDocumentActions
                        documentId={documentId}
                        userId={user.id}
                        save={flush}
                        onRename={editable && !status.ended ? () => (close(), selectTitle()) : null}
                        onRemoved={() => void navigate(PATHS.documents)}
                      />
                    </Suspense>
                  </DocumentMenu>
                )
          }
          share={
            !status.ended && (
              <Share
                documentId={documentId}
                title={title}
                userId={user.id}
                owning={status.role === 'owner'}
                onLeft={() => void navigate(PATHS.documents, { replace: true })}
              />
            )
          }
        />
        <StatusBar status={status} signIn={<SignInAgainButton />} onReload={() => location.reload()}>
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
          <AnnouncePeople people={people} live={status.cause === null} loadCompany={company} />
          <GuideBar
            documentId={documentId}
            people={people}
            isUnsaved={status.save === 'not-saved'}
            loadCompany={company}
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
      </PartBoundary>
      <div className="flex">
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-[calc(3.5rem+var(--foot,0px))] print:pb-0">
          {history.shown !== null && (
            <PartBoundary>
              <Suspense fallback={null}>
                <ShownVersion
                  documentId={documentId}
                  shown={history.shown}
                  onShow={history.show}
                  role={status.role}
                  seen={room.seen}
                  onBack={history.showPresent}
                  onRestore={room.recovered.letGo}
                  onRestored={restores.onRestored}
                  onReversed={restores.onReversed}
                />
              </Suspense>
            </PartBoundary>
          )}
          {/* Stays mounted while a version is shown, to keep its undo history. */}
          <div hidden={history.shown !== null}>
            <PartBoundary>
              <Text
                room={room}
                editor={editor}
                onReady={keepHandle}
                editable={editable}
                showsCaret={showsCaret}
                canAsk={status.save === 'view-only' && !needsReload(status)}
                people={people}
                label={title.trim() || t('textLabel')}
                startsUntitled={title === ''}
              />
            </PartBoundary>
          </div>
        </main>
        {history.open && (
          // Suspends while its translations load; the editor must not wait.
          <PartBoundary>
            <Suspense fallback={null}>
              <HistoryPanel
                documentId={documentId}
                role={status.role}
                flush={flush}
                selectedId={history.selectedId}
                onSelect={history.select}
                onClose={history.toggle}
              />
            </Suspense>
          </PartBoundary>
        )}
      </div>
    </>
  );
}

/** The editor is about to be there. */
const NEVER = new Promise<never>(() => undefined);

/** Includes images that are not uploaded yet. */
function hasUnsaved(room: Room): boolean {
  const status = room.status();
  return status.kind === 'open' && status.hasUnsaved;
}

interface TextProps {
  readonly room: Room;
  readonly editor: RefObject<EditorHandle | null>;
  readonly onReady: (handle: EditorHandle) => void;
  readonly editable: boolean;
  readonly showsCaret: boolean;
  /** Viewers may request edit access. */
  readonly canAsk: boolean;
  readonly people: readonly Person[];
  readonly label: string;
  readonly startsUntitled: boolean;
}

/** Memoized: the save status changes at every pause in typing and must not re-render the editor. */
const Text = memo(function Text(props: TextProps) {
  const { room, editor, onReady, editable, showsCaret, canAsk, people, label, startsUntitled } = props;
  // Fixed on mount: when others empty the title later, the caret must not jump there.
  const [startInTitle] = useState(editable && startsUntitled);
  const self = people.find((person) => person.isSelf);
  const name = self?.name ?? '';
  const color = self?.color ?? '';
  const user = useMemo(() => ({ name, color }), [name, color]);
  const beforeIncoming = useCallback((listener: () => void) => room.on('incoming', listener), [room]);
  const insertRecovered = useCallback(
    (paragraphs: readonly Paragraph[]) => editor.current?.insertRecovered(paragraphs),
    [editor],
  );
  return (
    <>
      <Editor
        doc={room.doc}
        awareness={room.awareness}
        documentId={room.documentId}
        user={user}
        editable={editable}
        showsCaret={showsCaret}
        onImages={room.takeImages}
        askToWrite={canAsk ? askToWrite(room.documentId) : null}
        label={label}
        lang={useTextLanguage(room.doc)}
        onReady={onReady}
        beforeIncoming={beforeIncoming}
        follower={room.follower}
        onDropped={room.recovered.offer}
      >
        <TitleField
          doc={room.doc}
          editable={editable}
          // A new document starts in its title, so that the user can type at once.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={startInTitle}
          onEnter={() => editor.current?.focusStart()}
        />
      </Editor>
      <RecoveredTray
        tray={room.recovered}
        onInsert={editable ? insertRecovered : null}
        onEmptied={() => editor.current?.focus()}
      />
    </>
  );
});

// Suspends while its translations load; the editor must not wait.
function askToWrite(documentId: string) {
  return (
    <Suspense fallback={null}>
      <AskToWrite documentId={documentId} />
    </Suspense>
  );
}
