/** Editors of two users whose documents are kept in sync in memory. */
import { Editor } from '@tiptap/core';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { editorExtensions } from '../../src/app/editor/editor-extensions.ts';
import type { ImageDesk } from '../../src/app/editor/images/image-uploads.ts';
import type { OfferPlainText } from '../../src/app/editor/markdown/paste-markdown.ts';
import { MemberDirectory, type KnownMember } from '../../src/app/editor/mention/member-directory.ts';
import { followText, type TextFollower } from '../../src/app/room/follow/follow-text.ts';
import { openRecoveryTray, type RecoveryTray } from '../../src/app/room/recovery-tray.ts';
import { preloadParts } from '../../src/app/ui/load-later.tsx';

// Lazily loaded parts are present before any editor opens.
await preloadParts();

export interface Seat {
  readonly doc: Y.Doc;
  readonly follower: TextFollower;
  readonly tray: RecoveryTray;
  readonly awareness: Awareness;
  readonly editor: Editor;
}

/** The server's initial content of a new document; the same bytes for all editors. */
const SEED = makeSeed();

function makeSeed(): Uint8Array {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  return Y.encodeStateAsUpdate(doc);
}

export interface SeatOptions {
  readonly onTooDeep?: () => void;
  readonly onTooLarge?: (fullness: number) => void;
  readonly onOverwritten?: (undo: () => void) => void;
  readonly images?: ImageDesk;
  readonly state?: Uint8Array;
  /** Members that can be mentioned, already fetched. */
  readonly members?: readonly KnownMember[];
  /** Replaces `members`, for tests in which the known members change. */
  readonly directory?: MemberDirectory;
  readonly offerPlainText?: OfferPlainText;
  readonly onDropped?: (paragraphs: readonly string[]) => void;
  readonly nowMs?: () => number;
  readonly showsCaret?: () => boolean;
  /** Language of the text. */
  readonly lang?: string | (() => string);
}

export function openSeat(name: string, color: string, options: SeatOptions = {}): Seat {
  const { state = SEED, onDropped, lang = 'en-US', images, members } = options;
  const directory = options.directory ?? new MemberDirectory();
  if (members) directory.set(members);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const written: Uint8Array[] = [];
  writtenIn.set(doc, written);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (!isRemote(origin)) written.push(update);
  });
  const awareness = new Awareness(doc);
  const nowMs = options.nowMs ?? (() => Date.now());
  const tray = openRecoveryTray(doc, TEXT_ROOT, nowMs);
  const follower = followText(doc, TEXT_ROOT, { nowMs, onRemoteChange: tray.takeRemote });
  const element = document.createElement('div');
  document.body.append(element);
  const editor = new Editor({
    element,
    injectCSS: false,
    enablePasteRules: ['link'],
    extensions: editorExtensions({
      doc,
      awareness,
      user: { name, color },
      lang: typeof lang === 'string' ? () => lang : lang,
      placeholder: () => 'Write something',
      nameCheckbox: (task) => `Done: ${task}`,
      names: {
        code: { name: () => 'Copy code', copy: () => undefined },
        details: { button: (summary) => `Section: ${summary}`, placeholder: () => 'Summary' },
        callout: (kind) => `A ${kind}`,
        unshown: { text: () => 'This part can’t be shown.', remove: () => 'Delete part' },
      },
      members: directory,
      follower,
      onTooDeep: options.onTooDeep ?? (() => undefined),
      onTooLarge: options.onTooLarge ?? (() => undefined),
      onOverwritten: options.onOverwritten ?? (() => undefined),
      offerPlainText: options.offerPlainText ?? (() => () => undefined),
      ...(onDropped ? { onDropped } : {}),
      ...(images ? { images } : {}),
      ...(options.showsCaret ? { showsCaret: options.showsCaret } : {}),
    }),
  });
  return { doc, awareness, editor, follower, tray };
}

/** Delivers every change of one editor to the other synchronously. */
export function connectSeats(one: Seat, other: Seat): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const remote = { from: from.doc.clientID };
    const all = Y.encodeStateAsUpdate(from.doc);
    to.follower.takeIncoming([{ bytes: all, clientId: null }]);
    Y.applyUpdate(to.doc, all, remote);
    from.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (isRemote(origin)) return;
      to.follower.takeIncoming([{ bytes: update, clientId: from.doc.clientID }]);
      Y.applyUpdate(to.doc, update, remote);
    });
    from.awareness.on(
      'update',
      (change: { added: number[]; updated: number[]; removed: number[] }, origin: unknown) => {
        if (isRemote(origin)) return;
        const ids = [...change.added, ...change.updated, ...change.removed];
        applyAwarenessUpdate(to.awareness, encodeAwarenessUpdate(from.awareness, ids), remote);
      },
    );
  }
}

const REMOTE = { from: null };

/** Delivers all updates of one seat that the other lacks. */
export function take(to: Seat, from: Seat): void {
  const taken = takenFrom.get(to) ?? new Map<Seat, number>();
  takenFrom.set(to, taken);
  const written = writtenIn.get(from.doc) ?? [];
  const updates = written.slice(taken.get(from) ?? 0);
  taken.set(from, written.length);
  to.follower.takeIncoming(updates.map((bytes) => ({ bytes, clientId: from.doc.clientID })));
  const apply = (): void => updates.forEach((bytes) => Y.applyUpdate(to.doc, bytes, REMOTE));
  Y.transact(to.doc, apply, REMOTE, false);
}

/** The updates that were made in a document, in order. */
const writtenIn = new WeakMap<Y.Doc, Uint8Array[]>();
/** Number of delivered updates by receiver and author. */
const takenFrom = new WeakMap<Seat, Map<Seat, number>>();

/** Exchanges updates twice: each seat may have to respond to the other's change. */
export function meet(one: Seat, other: Seat): void {
  for (let round = 0; round < 2; round += 1) {
    take(other, one);
    take(one, other);
  }
}

const isRemote = (origin: unknown): boolean =>
  typeof origin === 'object' && origin !== null && 'from' in origin;

/** Types as a browser would: through the input rules, character by character. */
export function typeText({ editor }: Pick<Seat, 'editor'>, text: string): void {
  const { view } = editor;
  for (const char of text) {
    const { from, to } = view.state.selection;
    const plain = () => view.state.tr.insertText(char, from, to);
    const handled = view.someProp('handleTextInput', (handle) => handle(view, from, to, char, plain));
    if (!handled) view.dispatch(plain());
  }
}

/** Begins another step of undo, as a pause does. */
export function pause({ editor }: Pick<Seat, 'editor'>): void {
  const { undoManager }: { undoManager: Y.UndoManager } = yUndoPluginKey.getState(editor.state);
  undoManager.stopCapturing();
}

/** True when the editor handled the key. */
export function pressKeys(editor: Editor, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  editor.view.dom.dispatchEvent(event);
  return event.defaultPrevented;
}

export interface Clipboard {
  readonly html?: string;
  readonly text?: string;
}

/** Dispatches a paste event with text copied elsewhere; `plain` is Mod+Shift+V. */
export function paste({ editor }: Seat, { html = '', text = '' }: Clipboard, plain = false): void {
  if (plain) pressKeys(editor, 'V', { ctrlKey: true, shiftKey: true, keyCode: 86 });
  const data: Readonly<Record<string, string>> = { 'text/html': html, 'text/plain': text };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = {
    getData: (type: string) => data[type] ?? '',
    types: Object.keys(data).filter((type) => data[type] !== ''),
    files: [],
    items: [],
  };
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  editor.view.dom.dispatchEvent(event);
}

export function closeSeat({ doc, awareness, editor, follower, tray }: Seat): void {
  const element = editor.options.element;
  follower.close();
  tray.close();
  editor.destroy();
  awareness.destroy();
  doc.destroy();
  if (element instanceof HTMLElement) element.remove();
}

/** Without the direction, which every block of text has. */
export const readHtml = (editor: Pick<Editor, 'getHTML'>): string =>
  editor.getHTML().replaceAll(' dir="auto"', '');
