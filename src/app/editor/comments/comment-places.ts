import type { Editor } from '@tiptap/core';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Decoration } from '@tiptap/pm/view';
import { readSelection } from '../binding/fresh-selection.ts';
import { showPlace } from '../carets/scroll-to-place.ts';
import { anchorOfSelection, anchorOfTable, readIndex } from './anchor-of-selection.ts';
import { askingIn, type Asking } from './comments-key.ts';
import { drawPlace, isSameLook, isSamePlace, lookOfDraft, type Look } from './draw-place.ts';
import { readHighlights, stepOf } from './highlights.ts';
import { columnOf, Tops, touchedBy } from './measure-tops.ts';
import { endsOf, numberPlaces } from './number-places.ts';
import { idsAt, nextSpan, spansOf } from './spans.ts';
import { DRAFT, type CommentPlaces, type NewAnchor, type PlacedThread, type Top } from './types.ts';
import { watchSelection } from './watch-selection.ts';
import { isCommentShortcut } from './comment-keys.ts';
import { keepTypedAhead } from './typed-ahead.ts';
import { anchorOfTitle, titleOf } from './title-anchor.ts';

const opened = new WeakMap<Editor, Comments>();

/** One for each editor. */
export function commentPlaces(editor: Editor): Comments {
  let found = opened.get(editor);
  if (!found) {
    found = new Comments(editor);
    opened.set(editor, found);
  }
  return found;
}

export function allowComments(editor: Editor, isAllowed: boolean): void {
  if (editor.isDestroyed || (askingIn(editor) !== null) === isAllowed) return;
  const places = commentPlaces(editor);
  const asking: Asking = {
    ask: () => places.ask(places.anchorOfSelection()),
    askTable: () => places.ask(anchorOfTable(editor.state)),
  };
  editor.view.dispatch(stepOf(editor.state.tr, { asking: isAllowed ? asking : null }));
}

/** Cards come and go while the page scrolls. */
const CARDS_SETTLE_MS = 300;
const AFTER_COMPOSITION_MS = 50;

class Comments implements CommentPlaces {
  readonly #editor: Editor;
  readonly #tops: Tops;
  #wanted: ReadonlyMap<string, Look> = new Map();
  /** As drawn; of another object, or missing, when it is to be drawn. */
  readonly #drawn = new Map<string, Look>();
  readonly #onLayout = new Set<() => void>();
  readonly #onPick = new Set<(ids: readonly string[]) => void>();
  readonly #onAsk = new Set<(anchor: NewAnchor) => void>();
  /** Asked for before the cards were loaded, which listen. */
  #asked: NewAnchor | null = null;
  #frame: number | null = null;
  #redraw: ReturnType<typeof setTimeout> | null = null;
  #cards: ReturnType<typeof setTimeout> | null = null;
  #isWaiting = false;
  /** Drawn while the text did not show all of their units, as during a composition. */
  readonly #incomplete = new Set<string>();
  #picked: readonly string[] = [];
  /** The threads at the caret. */
  #around = '';
  /** The caret was last moved by keys, not by a pointer. */
  #isByKeys = false;
  #stepped: string | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
    const { dom } = editor.view;
    this.#tops = new Tops(editor.view);
    const column = columnOf(dom);
    const observer =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.#moved(null));
    for (const element of new Set([dom, column])) observer?.observe(element);
    const press = (event: Event): void => this.#press(event as KeyboardEvent);
    const click = (event: Event): void => this.#click(event as MouseEvent);
    column.addEventListener('keydown', press, true);
    const point = (): void => void (this.#isByKeys = false);
    dom.addEventListener('pointerdown', point);
    dom.addEventListener('click', click);
    const follow = ({ transaction }: { readonly transaction: Transaction }): void =>
      this.#follow(transaction);
    editor.on('transaction', follow);
    editor.on('destroy', () => {
      observer?.disconnect();
      column.removeEventListener('keydown', press, true);
      dom.removeEventListener('pointerdown', point);
      dom.removeEventListener('click', click);
      if (this.#frame !== null) cancelAnimationFrame(this.#frame);
      clearTimeout(this.#redraw ?? undefined);
      clearTimeout(this.#cards ?? undefined);
    });
  }

  anchorOfSelection = (): NewAnchor | null =>
    anchorOfTitle(this.#editor.view.dom) ?? anchorOfSelection(this.#editor.state);

  watchSelection: CommentPlaces['watchSelection'] = (listener) => watchSelection(this.#editor, listener);

  show = (threads: readonly PlacedThread[], draft: NewAnchor | null): void => {
    const wanted = new Map<string, Look>();
    for (const { id, place, isActive, isResolved } of threads)
      wanted.set(id, { id, place, isActive, isPainted: !isResolved, details: this.#detailsOf(id) });
    const before = this.#wanted.get(DRAFT)?.place;
    if (draft)
      wanted.set(DRAFT, { ...lookOfDraft(draft), ...(isSamePlace(before, draft) ? { place: before! } : {}) });
    this.#wanted = wanted;
    this.#draw();
  };

  tops = (): ReadonlyMap<string, Top> => {
    this.#cards ??= setTimeout(() => this.#lookForCards(), CARDS_SETTLE_MS);
    const tops = new Map(this.#tops.read());
    for (const { id, place } of this.#wanted.values()) {
      const title =
        place.state === 'exact' && place.ranges.length === 0 ? titleOf(this.#editor.view.dom) : null;
      if (!title) continue;
      const edge = columnOf(this.#editor.view.dom).getBoundingClientRect().top;
      const { top, bottom } = title.getBoundingClientRect();
      tops.set(id, { top: top - edge, bottom: bottom - edge, line: top - edge });
    }
    return tops;
  };

  onLayout = (listener: () => void): (() => void) => listen(this.#onLayout, listener);
  onPick = (listener: (ids: readonly string[]) => void): (() => void) => listen(this.#onPick, listener);
  onAsk = (listener: (anchor: NewAnchor) => void): (() => void) => {
    if (this.#asked) listener(this.#asked);
    this.#asked = null;
    return listen(this.#onAsk, listener);
  };
  number = (ids: ReadonlySet<string>): readonly string[] => numberPlaces(this.#editor, ids);
  ends = (): ReturnType<CommentPlaces['ends']> => endsOf(this.#editor.state);

  /** ProseMirror gives the focus only to text that can be edited. */
  focus = (): void => {
    const { view } = this.#editor;
    if (view.editable) view.focus();
    else view.dom.focus({ preventScroll: true });
  };

  leaveSelection = (): void => {
    const { state, view } = this.#editor;
    view.dispatch(state.tr.setSelection(TextSelection.near(state.selection.$to, -1)));
    this.focus();
  };

  scrollTo = (id: string): void => {
    const found = spansOf(this.#editor.state).find((span) => span.id === id);
    const look = this.#wanted.get(id);
    if (found) showPlace(this.#editor, found.from);
    else if (look?.place.state === 'exact')
      titleOf(this.#editor.view.dom)?.scrollIntoView({ block: 'center' });
  };

  step = (direction: 1 | -1): string | null => {
    const { state, view } = this.#editor;
    const open = spansOf(state).filter(({ id }) => this.#isOpen(id));
    const next = nextSpan(open, state.selection.from, direction, this.#stepped);
    if (!next) return null;
    const { id, from } = next;
    this.#stepped = id;
    this.#around = this.#inOrder(idsAt(state, from)).join(' ');
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(from))));
    showPlace(this.#editor, from);
    return id;
  };

  /** Null: there is nothing that a comment could stand at. */
  ask(anchor: NewAnchor | null): void {
    if (!anchor) return;
    // Until the field for the comment is there, keys must not replace the text.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    keepTypedAhead();
    if (this.#onAsk.size === 0) this.#asked = anchor;
    for (const listener of this.#onAsk) listener(anchor);
  }

  #isOpen(id: string): boolean {
    return id !== DRAFT && this.#wanted.get(id)?.isPainted === true;
  }

  /** Open threads, the shortest first. */
  #inOrder(ids: readonly string[]): readonly string[] {
    const open = new Set(ids.filter((id) => this.#isOpen(id)));
    const lengths = new Map(spansOf(this.#editor.state).map(({ id, from, to }) => [id, to - from]));
    return [...open].toSorted((a, b) => lengths.get(a)! - lengths.get(b)!);
  }

  #follow(transaction: Transaction): void {
    const { state } = this.#editor;
    const { stale, decorations } = readHighlights(state);
    if (transaction.docChanged) this.#moved(touchedBy(transaction, decorations.find.bind(decorations)));
    const isIncomplete = transaction.docChanged && this.#incomplete.size > 0;
    // Before the next frame, but after the shared text has taken the change.
    if (stale.size > 0 || this.#isWaiting || isIncomplete) queueMicrotask(() => this.#drawAgain());
    if (transaction.selectionSet && !transaction.docChanged) this.#noteCaret();
  }

  /** Null: all tops may have changed. */
  #moved(ids: Iterable<string> | null): void {
    const some = ids && [...ids];
    if (some?.length === 0) return;
    this.#tops.forget(some);
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      for (const listener of this.#onLayout) listener();
    });
  }

  /** Draws stale threads again; one whose place is outdated keeps its highlight until it receives the new place. */
  #drawAgain(): void {
    if (this.#editor.isDestroyed) return;
    const { state } = this.#editor;
    const index = readIndex(state);
    for (const id of [...readHighlights(state).stale, ...this.#incomplete]) {
      const isCurrent = this.#wanted.get(id)?.place.ranges.every((range) => index?.isDrawn(range));
      if (isCurrent !== false) this.#drawn.delete(id);
    }
    this.#draw();
  }

  /** Draws the threads that look different now. The text must not be touched while a composition is in it. */
  #draw(): void {
    const { view, state } = this.#editor;
    if (this.#editor.isDestroyed) return;
    const changed = [...this.#wanted.values()].filter((look) => !isSameLook(look, this.#drawn.get(look.id)));
    const gone = [...this.#drawn.keys()].filter((id) => !this.#wanted.has(id));
    this.#isWaiting = false;
    if (changed.length === 0 && gone.length === 0) return;
    if (view.composing) {
      this.#isWaiting = true;
      this.#redraw ??= setTimeout(() => {
        this.#redraw = null;
        this.#draw();
      }, AFTER_COMPOSITION_MS);
      return;
    }
    const index = readIndex(state);
    if (!index) return;
    const drawn = new Map<string, readonly Decoration[]>(gone.map((id) => [id, []]));
    for (const id of gone) {
      this.#drawn.delete(id);
      this.#incomplete.delete(id);
    }
    for (const look of changed) {
      drawn.set(look.id, drawPlace(index, state.doc, look));
      if (look.place.ranges.every(index.isDrawn)) this.#incomplete.delete(look.id);
      else this.#incomplete.add(look.id);
      this.#drawn.set(look.id, look);
    }
    readSelection(view);
    view.dispatch(stepOf(view.state.tr, { drawn }));
    this.#moved(drawn.keys());
  }

  #detailsOf(id: string): string | null {
    const card = `comment-${id}`;
    return document.getElementById(card) === null ? null : card;
  }

  /** A reference to a card that is not there is an error for assistive technology. */
  #lookForCards(): void {
    this.#cards = null;
    if (this.#editor.isDestroyed) return;
    this.#wanted = new Map(
      [...this.#wanted].map(([id, look]) => {
        const details = id === DRAFT ? null : this.#detailsOf(id);
        return [id, details === look.details ? look : { ...look, details }];
      }),
    );
    this.#draw();
  }

  #pick(ids: readonly string[]): void {
    this.#picked = ids;
    for (const listener of this.#onPick) listener(ids);
  }

  #noteCaret(): void {
    const { selection } = this.#editor.state;
    if (this.#onPick.size === 0) return;
    const ids = selection.empty ? this.#inOrder(idsAt(this.#editor.state, selection.from)) : [];
    const around = ids.join(' ');
    if (around === this.#around) return;
    this.#around = around;
    if (ids.length > 0 && this.#isByKeys) this.#pick(ids);
  }

  /** Another click on the same highlights picks the next of them. */
  #click({ target }: MouseEvent): void {
    const ids: string[] = [];
    const { dom, state } = this.#editor.view;
    if (!state.selection.empty && !('node' in state.selection)) return;
    for (let one = target instanceof Element ? target : null; one && one !== dom; one = one.parentElement) {
      const id = one.getAttribute('data-comment');
      if (id !== null) ids.push(id);
    }
    const here = this.#inOrder(ids);
    if (here.length === 0) return;
    const isAgain = here.length === this.#picked.length && here.every((id) => this.#picked.includes(id));
    const wasActive = this.#wanted.get(this.#picked[0] ?? '')?.isActive === true;
    this.#pick(isAgain && wasActive ? [...this.#picked.slice(1), this.#picked[0]!] : here);
  }

  #press(event: KeyboardEvent): void {
    this.#isByKeys = true;
    const asking = askingIn(this.#editor);
    if (!asking || !isCommentShortcut(event)) return;
    event.preventDefault();
    event.stopPropagation();
    readSelection(this.#editor.view);
    asking.ask();
  }
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
