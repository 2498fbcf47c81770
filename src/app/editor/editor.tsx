import { Selection } from '@tiptap/pm/state';
import { EditorContent, useEditor, type Editor as TiptapEditor } from '@tiptap/react';
import { clsx } from 'clsx';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { TextFormat } from '#contract/text/text-format.ts';
import type { Paragraph } from '../room/deleted-text.ts';
import type { Places } from '../room/company/places.ts';
import type { TextFollower } from '../room/follow/follow-text.ts';
import type { ImagesState } from '../room/room-status.ts';
import { showToast } from '../ui/toast.tsx';
import { clearOfBars } from './toolbar/scroll-margins.ts';
import './editor.css';
import './text/print.css';
import './text/print-tables.css';
import { editorExtensions } from './editor-extensions.ts';
import type { CommentPlaces } from './comments/types.ts';
import type { Arrivals } from './in/insert-arrived.ts';
import type { Notes } from './out/notes.ts';
import type { ImageDesk } from './images/image-uploads.ts';
import { ImagePicker } from './images/image-picker.tsx';
import { useImageDesk } from './images/use-image-desk.ts';
import type { Headings } from './document-tools/headings.ts';
import { readSelection, type BeforeIncoming } from './binding/fresh-selection.ts';
import { useFind } from './find/use-find.ts';
import { insertRecovered } from './recovered/insert-recovered.ts';
import {
  BlockHandle,
  BlockMenuItems,
  BubbleMenu,
  CommentButton,
  ContextToolbar,
  DocumentTools,
  FindBar,
  LinkCard,
  OutOfSight,
  parts,
  ShortcutHelp,
  SuggestionList,
  TableHandles,
  UploadPreviews,
} from './late-parts.ts';
import { useLinkCard } from './links/use-link-card.ts';
import type { MemberDirectory } from './mention/member-directory.ts';
import type { OnMention } from './mention/member-directory.ts';
import { useMemberDirectory } from './mention/use-member-directory.ts';
import { offerPlainText } from './markdown/offer-plain-text.ts';
import { nameNodes } from './text/node-names.ts';
import { showOwnCaret, type CaretUser } from './binding/remote-carets.ts';
import type { Passage } from '#contract/search/find-passages.ts';
import { addServerStep, dropServerStep, type ServerStep } from './binding/server-steps.ts';
import { useShortcutHelp } from './shortcut-help/use-shortcut-help.ts';
import { FormattingToolbar, focusToolbar } from './toolbar/formatting-toolbar.tsx';

export interface EditorHandle {
  /** Puts the caret at the start of the text. */
  readonly focusStart: () => void;
  /** Puts the focus into the text, where the caret is. */
  readonly focus: () => void;
  readonly insertRecovered: (paragraphs: readonly Paragraph[]) => void;
  readonly showShortcuts: () => void;
  readonly openFind: () => void;
  /** Marks and scrolls to the first place of these words, until the next key. False where they are not. */
  readonly showWords: (words: string) => Promise<boolean>;
  /** Passages of the text in which all words of a query stand, in any form of them. */
  readonly findHere: (query: string, signal: AbortSignal) => Promise<readonly Passage[]>;
  /** The server changed the text at this user's request; the next undo reverses that. */
  readonly addStep: (step: ServerStep) => void;
  /** The step was reversed in another way. */
  readonly dropStep: (id: string) => void;
  /** Places of people in the text. */
  readonly places: () => Promise<Places>;
  /** The selection, or the whole text. */
  readonly takeText: (format: TextFormat) => Promise<string>;
  /** The same as Markdown, with footnotes. */
  readonly takeNoted: (notes: Notes) => Promise<string>;
  /** For texts of files. */
  readonly arrivals: () => Promise<Arrivals>;
  readonly headings: () => Promise<Headings>;
  /** Threads in the text. */
  readonly comments: () => Promise<CommentPlaces>;
}

export interface EditorProps {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  /** The local user, as shown to other tabs of this user and to peers without a roster. */
  readonly user: CaretUser;
  readonly editable: boolean;
  /** Offers to comment on the text, also to a reader; the handle's `comments` receives where. */
  readonly canComment?: boolean;
  /** Whether others see where the user's caret is. */
  readonly showsCaret?: boolean;
  /** Receives whether uploads are running or have failed. */
  readonly onImages?: (state: ImagesState) => void;
  /** Shown beside the *View only* note; null when the page around the editor gives the reason. */
  readonly askToWrite?: ReactNode;
  /** Accessible name of the text: the document's title. */
  readonly label: string;
  /** Language of the text, BCP 47: spelling and typography. It may change at any time. */
  readonly lang: string;
  /** Document whose folder receives the images; without it none can be added. */
  readonly documentId?: string;
  readonly onReady?: (handle: EditorHandle) => void;
  /** Subscribes to remote changes right before they are applied. Must keep its identity. */
  readonly beforeIncoming?: BeforeIncoming;
  /** Resolves characters that remote changes moved. Must keep its identity. */
  readonly follower?: TextFollower;
  /** Receives paragraphs that were shown but are not in the shared text. Must keep its identity. */
  readonly onDropped?: (paragraphs: readonly string[]) => void;
  /** Receives mentions that the user chose. Must keep its identity. */
  readonly onMention?: OnMention;
  /** Rendered above the text in the same column: the title. */
  readonly children?: ReactNode;
}

/**
 * The live text of one open document. The document must be loaded: its content is drawn at once. Mounted from a layout
 * effect so that rendering is synchronous. Tiptap destroys an editor that is not mounted within a millisecond, which
 * concurrent rendering can exceed.
 */
export function Editor(props: EditorProps) {
  const [isBegun, begin] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second drawing is what this is for
  useLayoutEffect(() => begin(true), []);
  return isBegun ? <WholeEditor {...props} /> : null;
}

function WholeEditor(props: EditorProps) {
  const {
    doc,
    awareness,
    user,
    editable,
    canComment = false,
    showsCaret = true,
    askToWrite = null,
    onImages,
    label,
    lang,
    documentId,
    onReady,
    beforeIncoming,
    follower,
    onDropped,
    onMention,
    children,
  } = props;
  const images = useImageDesk(documentId, onImages);
  const members = useMemberDirectory(documentId, onMention);
  const editor = useDocumentEditor({
    doc,
    awareness,
    user,
    editable,
    showsCaret,
    label,
    lang,
    members,
    ...(beforeIncoming ? { beforeIncoming } : {}),
    ...(follower ? { follower } : {}),
    ...(onDropped ? { onDropped } : {}),
    ...(images ? { images } : {}),
  });
  const imagePicker = useRef<HTMLInputElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const linkCard = useLinkCard(editor);
  const { open: helpOpen, setOpen: setHelpOpen } = useShortcutHelp();
  const find = useFind(editable);
  const { open: openFind } = find;
  const actions = useMemo(
    () => ({ openLinkCard: linkCard.edit, chooseImages: () => imagePicker.current?.click() }),
    [linkCard.edit],
  );

  useEffect(() => {
    onReady?.({
      focusStart: () => focusStart(editor),
      focus: () => editor.view.focus(),
      insertRecovered: (paragraphs) => insertRecovered(editor, paragraphs),
      showShortcuts: () => {
        // The menu with this command closes; the text must have the focus, so that the dialog returns it there.
        editor.view.focus();
        setHelpOpen(true);
      },
      openFind: () => openFind('finding'),
      addStep: (step) => addServerStep(editor, step),
      dropStep: (id) => dropServerStep(editor, id),
      places: () => parts.wait().then((all) => all.createPlaces(editor)),
      comments: () => parts.wait().then((all) => all.commentPlaces(editor)),
      headings: () => parts.wait().then((all) => all.takeHeadings(editor)),
      arrivals: () => parts.wait().then((all) => all.takeArrivals(editor)),
      showWords: (words) => import('./find/show-words.ts').then((part) => part.showWords(editor, words)),
      findHere: (query, signal) =>
        import('./find/find-here.ts').then((part) => part.findHere(editor.state.doc, query, signal)),
      takeText: (format) => import('./out/take-text.ts').then((part) => part.takeText(editor, format)),
      takeNoted: (notes) => import('./out/take-noted.ts').then((part) => part.takeNoted(editor, notes)),
    });
  }, [editor, onReady, setHelpOpen, openFind]);
  useEffect(
    () => void parts.wait().then((all) => all.allowComments(editor, canComment)),
    [editor, canComment],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (find.onKeyDown(event) || !editable) return;
    if (event.altKey && event.key === 'F10') {
      event.preventDefault();
      focusToolbar(toolbar.current);
    } else if (images && isImageShortcut(event)) {
      event.preventDefault();
      actions.chooseImages();
    } else linkCard.onKeyDown(event);
  };

  return (
    <div className="editor">
      {editable ? (
        <FormattingToolbar
          ref={toolbar}
          editor={editor}
          actions={actions}
          blockMenu={<BlockMenuItems editor={editor} actions={actions} />}
          comment={canComment ? <CommentButton editor={editor} /> : null}
        />
      ) : null}
      {editable ? <ContextToolbar editor={editor} /> : null}
      {editable ? <TableHandles editor={editor} /> : null}
      {editable ? <SuggestionList editor={editor} actions={actions} /> : null}
      {find.state === 'closed' ? null : (
        <FindBar
          editor={editor}
          replacing={find.state === 'replacing'}
          onReplacing={editable ? () => find.open('replacing') : undefined}
          onClose={find.close}
        />
      )}
      {editable || askToWrite === null ? null : (
        <ViewOnlyNote canComment={canComment}>{askToWrite}</ViewOnlyNote>
      )}
      <div className="editor-column">
        {children}
        {/* Shortcuts that leave the text; the editor handles all others. */}
        <div className="editor-text" onKeyDown={onKeyDown} onClick={linkCard.onClick} role="presentation">
          <EditorContent editor={editor} />
        </div>
        {/* After the text in tab order. */}
        {editable || canComment ? <BubbleMenu editor={editor} actions={actions} /> : null}
      </div>
      {editable ? <BlockHandle editor={editor} actions={actions} /> : null}
      {/* Keeps the space until the tools have loaded. */}
      <div className="document-tools print:hidden">
        <DocumentTools editor={editor} awareness={awareness} onFind={() => find.open('finding')} />
      </div>
      <OutOfSight editor={editor} awareness={awareness} />
      {images ? <ImagePicker ref={imagePicker} editor={editor} desk={images} /> : null}
      {images ? <UploadPreviews editor={editor} desk={images} /> : null}
      <ShortcutHelp canComment={canComment} open={helpOpen} onOpenChange={setHelpOpen} />
      {linkCard.state !== 'closed' && editable ? (
        <LinkCard
          editor={editor}
          takesFocus={linkCard.state === 'editing'}
          onEdit={linkCard.edit}
          onClose={linkCard.close}
        />
      ) : null}
    </div>
  );
}

/** By position of the key: with Alt and Shift it types another character on every layout. */
const isImageShortcut = ({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyP';

/** Synchronous: Tiptap's own command waits for a frame, and input in that frame would go into the title. */
function focusStart({ view, state }: TiptapEditor): void {
  view.dispatch(state.tr.setSelection(Selection.atStart(state.doc)));
  view.focus();
}

interface ViewOnlyNoteProps {
  readonly canComment: boolean;
  readonly children: ReactNode;
}

function ViewOnlyNote({ canComment, children }: ViewOnlyNoteProps) {
  const { t } = useTranslation('editor');
  return (
    <div className="view-only">
      <p>{t(canComment ? 'commentOnlyHint' : 'viewOnlyHint')}</p>
      {children}
    </div>
  );
}

interface DocumentEditorOptions extends Omit<EditorProps, 'onReady' | 'children' | 'documentId'> {
  readonly showsCaret: boolean;
  readonly images?: ImageDesk;
  readonly members: MemberDirectory;
}

function useDocumentEditor(options: DocumentEditorOptions): TiptapEditor {
  const { doc, awareness, user, editable, showsCaret, label, lang, members, images } = options;
  const { beforeIncoming, follower, onDropped } = options;
  // The instance, not its `t`: read with each drawing, so that a new language needs no new editor.
  const { i18n } = useTranslation();
  const attributes = useMemo(
    () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-readonly': String(!editable),
      class: clsx('document-text', !editable && 'is-read-only'),
      lang,
      translate: 'no',
      spellcheck: 'true',
      tabindex: '0',
    }),
    [label, editable, lang],
  );
  const language = useLatest(lang);
  const showsOwn = useLatest(showsCaret);
  const editor = useEditor(
    {
      extensions: editorExtensions({
        doc,
        awareness,
        user,
        showsCaret: showsOwn,
        lang: language,
        ...(beforeIncoming ? { beforeIncoming } : {}),
        ...(follower ? { follower } : {}),
        ...(onDropped ? { onDropped } : {}),
        ...(images ? { images } : {}),
        onTooDeep: () => showToast.plain(i18n.t('editor:tooDeep'), { id: 'too-deep' }),
        onTooLarge: (fullness) =>
          showToast.error(i18n.t('editor:tooLarge', { percent: Math.ceil(fullness * 100) }), {
            id: 'too-large',
          }),
        onOverwritten: (undo) =>
          showToast.plain(i18n.t('editor:cellsOverwritten'), {
            id: 'cells-overwritten',
            actions: [{ label: i18n.t('editor:command.undo'), onPress: undo }],
            durationMs: 8000,
          }),
        offerPlainText: offerPlainText(i18n),
        placeholder: () => i18n.t('editor:placeholder'),
        nameCheckbox: (task) =>
          task === '' ? i18n.t('editor:checkboxEmpty') : i18n.t('editor:checkbox', { task }),
        names: nameNodes(i18n),
        members,
      }),
      editable,
      injectCSS: false,
      // Markdown is pasted as a whole or not at all; only links keep their paste rule.
      enablePasteRules: ['link'],
      shouldRerenderOnTransaction: false,
      // No listener uses the delete event, and computing it costs time with every keystroke.
      enableCoreExtensions: { delete: false },
      editorProps: { attributes, ...clearOfBars() },
    },
    [doc, awareness, images, members],
  );

  useDrawAgain(editor, attributes, () =>
    editor.setOptions({ editorProps: { attributes, ...clearOfBars() } }),
  );
  // Node labels follow the language of the interface: node views are drawn again, the editor stays.
  useDrawAgain(editor, i18n.language, () => editor.createNodeViews());
  useDrawAgain(editor, editable, () => editor.setEditable(editable, false));
  useDrawAgain(editor, showsCaret, () => showOwnCaret(editor.view, awareness, showsCaret));
  useEffect(() => void editor.commands.updateUser({ ...user }), [editor, user]);
  return editor;
}

/** Draws when `reason` changes, but not when the editor does. */
function useDrawAgain(editor: TiptapEditor, reason: unknown, draw: () => void): void {
  const drawn = useRef({ editor, reason });
  useEffect(() => {
    const before = drawn.current;
    drawn.current = { editor, reason };
    if (before.editor !== editor || before.reason === reason) return;
    readSelection(editor.view);
    draw();
  });
}

/** A stable function that returns the value of the last render. */
function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return useCallback(() => latest.current, []);
}
