import { useCallback, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import type { SignedInUser } from '../../data/session.ts';
import type { EditorHandle } from '../../editor/editor.tsx';
import { useTitle } from '../../editor/title/use-title.ts';
import type { LoadCompany } from '../../presence/use-company.ts';
import type { Room } from '../../room/open-room.ts';
import type { Person } from '../../room/people.ts';
import type { RoomStatus } from '../../room/room-status.ts';
import { usePage } from '../use-page.ts';
import type { OpenComments } from './comments/open-comments.ts';
import { useOpenComments } from './comments/use-open-comments.ts';
import { useHistory, type History } from './use-history.ts';
import { useLoadCompany } from './use-load-company.ts';
import { useNewcomers } from './use-newcomers.ts';
import { useOpenPanel, type OpenPanel } from './use-open-panel.ts';
import { useRestores, type Restores } from './use-restores.ts';
import { useShownCaret } from './use-shown-caret.ts';

export interface LiveDocumentProps {
  readonly room: Room;
  readonly status: RoomStatus & { readonly kind: 'open' };
  readonly people: readonly Person[];
  readonly user: SignedInUser;
}

/** Shared by all parts of an open document. */
interface OpenPage extends LiveDocumentProps {
  readonly title: string;
  readonly editable: boolean;
  /** Access was removed, or the document deleted, while it was open. */
  readonly isShutOut: boolean;
  /** Empty until the text is drawn. */
  readonly editor: RefObject<EditorHandle | null>;
  readonly keepEditor: (handle: EditorHandle) => void;
  readonly panel: OpenPanel;
  readonly history: History;
  readonly restores: Restores;
  readonly loadCompany: LoadCompany;
  /** Null until opened. */
  readonly comments: OpenComments | null;
  /** Others see where the user's caret is. */
  readonly showsCaret: boolean;
}

export interface PartProps {
  readonly page: OpenPage;
}

export function useOpenPage(props: LiveDocumentProps): OpenPage {
  const { room, status, people, user } = props;
  const { documentId, doc } = room;
  const { t } = useTranslation('documents');
  const title = useTitle(doc);
  usePage(title.trim() || t('untitled'));
  useNewcomers(documentId, people);
  const panel = useOpenPanel(documentId);
  const history = useHistory(documentId, panel.name === 'history');
  const editor = useRef<EditorHandle | null>(null);
  const keepEditor = useCallback((handle: EditorHandle) => {
    editor.current = handle;
  }, []);
  const isTextShown = history.shown === null;
  const lost = status.cause === 'access-removed' ? 'forbidden' : status.cause === 'gone' ? 'gone' : null;
  const isShutOut = lost !== null;
  return {
    ...props,
    title,
    editable: mayWrite(status.role),
    isShutOut,
    editor,
    keepEditor,
    panel,
    history,
    restores: useRestores(room, editor, isTextShown),
    // Users who lost access must not see who is present.
    loadCompany: useLoadCompany(room, editor, isTextShown && !isShutOut),
    comments: useOpenComments(room, user.id, editor, lost),
    showsCaret: useShownCaret(doc, user.id, status.role),
  };
}
