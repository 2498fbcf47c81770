import * as Y from 'yjs';
import { cutText } from '#contract/cut-text.ts';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import { cleanLine } from '#contract/clean-line.ts';
import { findTextChange, movePlace, type Delta } from '../binding/text-change.ts';
import { UNDO_GROUP_MS } from '../binding/undo-depth.ts';

/**
 * Keeps a field and a Y.Text equal, change by change. Local input goes to where it was typed; remote input moves the
 * caret along. Remote changes wait while an input method composes. Undo covers local changes only. Returns an unbind
 * function.
 */
export function bindTitle(field: HTMLTextAreaElement, title: Y.Text): () => void {
  const binding = new TitleBinding(field, title);
  return () => binding.close();
}

class TitleBinding {
  /** The shared text when the field last showed it. */
  private shown = '';
  /** Remote changes since then; only filled while composing. */
  private waiting: Delta[] = [];
  private composing = false;
  private readonly undo: Y.UndoManager;
  private readonly field: HTMLTextAreaElement;
  private readonly title: Y.Text;

  constructor(field: HTMLTextAreaElement, title: Y.Text) {
    this.field = field;
    this.title = title;
    this.undo = new Y.UndoManager(title, { trackedOrigins: new Set([this]), captureTimeout: UNDO_GROUP_MS });
    this.show(0, 0);
    title.observe(this.onShared);
    field.addEventListener('input', this.onInput);
    field.addEventListener('compositionstart', this.onCompositionStart);
    field.addEventListener('compositionend', this.onCompositionEnd);
    field.addEventListener('keydown', this.onKeyDown);
  }

  close(): void {
    this.title.unobserve(this.onShared);
    this.undo.destroy();
    this.field.removeEventListener('input', this.onInput);
    this.field.removeEventListener('compositionstart', this.onCompositionStart);
    this.field.removeEventListener('compositionend', this.onCompositionEnd);
    this.field.removeEventListener('keydown', this.onKeyDown);
  }

  private readonly onShared = (event: Y.YTextEvent): void => {
    if (event.transaction.origin === this) return;
    const delta: Delta = event.delta;
    if (this.composing) {
      this.waiting.push(delta);
      return;
    }
    this.show(movePlace(this.field.selectionStart, delta), movePlace(this.field.selectionEnd, delta));
  };

  private readonly onInput = (): void => {
    if (!this.composing) this.send();
  };

  private readonly onCompositionStart = (): void => {
    this.composing = true;
  };

  private readonly onCompositionEnd = (): void => {
    this.composing = false;
    this.send();
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.composing) return;
    const key = event.key.toLowerCase();
    const wantsRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (key !== 'z' && !wantsRedo) return;
    event.preventDefault();
    if (wantsRedo) this.undo.redo();
    else this.undo.undo();
  };

  /** Turns the value of the field into one change of the shared text, rebased over the remote changes that waited. */
  private send(): void {
    const { field, title, waiting } = this;
    const typed = cleanLine(field.value);
    const caret = field.selectionEnd - (field.value.length - typed.length);
    const change = findTextChange(this.shown, typed, caret);
    this.waiting = [];
    const move = (place: number): number => waiting.reduce(movePlace, place);
    if (change) {
      const index = move(change.index);
      const removed = move(change.index + change.removed) - index;
      const room = MAX_TITLE_CHARS - title.length + removed;
      const inserted = cutText(change.inserted, Math.max(0, room));
      title.doc?.transact(() => {
        title.delete(index, removed);
        title.insert(index, inserted);
      }, this);
      this.show(index + inserted.length, index + inserted.length);
    } else if (waiting.length > 0 || typed !== field.value) {
      this.show(move(caret), move(caret));
    }
  }

  private show(start: number, end: number): void {
    this.shown = this.title.toJSON();
    // Characters that `cleanLine` removes leave the shared text with the next local change.
    const clean = cleanLine(this.shown);
    if (this.field.value === clean) return;
    this.field.value = clean;
    // Only in the focused field: in Safari, setting the selection would move the focus here.
    if (this.field.ownerDocument.activeElement === this.field) this.field.setSelectionRange(start, end);
  }
}
