import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep, type Step } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';

/** What ProseMirror keeps to itself: between the two it reads nothing of what changes in the page. */
interface Observed {
  readonly domObserver: { stop(): void; start(): void };
}

/**
 * ProseMirror leaves the text alone in which an input method composes, if it finds that text in the document; if not, it
 * draws it anew, and the word is broken off. So what others change within it, which `tr` is about to show, is changed in
 * the page first and in place: a browser goes on composing where its letters went.
 */
export function keepComposition(view: EditorView, tr: Transaction): void {
  const text = composedText(view);
  if (!text) return;
  const edits = editsWithin(text.data, view.posAtDOM(text, 0), tr);
  const { domObserver } = view as unknown as Observed;
  domObserver.stop();
  for (const { at, length, letters } of edits) text.replaceData(at, length, letters);
  domObserver.start();
}

function composedText(view: EditorView): Text | null {
  const node = view.composing ? view.dom.ownerDocument.getSelection()?.focusNode : null;
  return node instanceof Text && view.dom.contains(node) ? node : null;
}

/** So many letters from a place in the text become others; each place is one after the edits before it. */
export interface Edit {
  readonly at: number;
  readonly length: number;
  readonly letters: string;
}

/**
 * What changes within a text that is drawn from the place `start`. Nothing, when it is not what the document has there,
 * or when something else than letters changes.
 */
export function editsWithin(text: string, start: number, { before, steps }: Transaction): Edit[] {
  let [from, to] = [start, start + text.length];
  if (to > before.content.size || before.textBetween(from, to, '\0', '\0') !== text) return [];
  const edits: Edit[] = [];
  for (const step of steps) {
    const edit = readEdit(step);
    if (!edit) return [];
    const end = edit.at + edit.length;
    if (edit.at < to && end > from) {
      if (edit.at < from || end > to || edit.letters === null) return [];
      edits.push({ ...edit, at: edit.at - from, letters: edit.letters });
    }
    [from, to] = [step.getMap().map(from, 1), step.getMap().map(to, -1)];
  }
  return edits;
}

function readEdit(step: Step): { at: number; length: number; letters: string | null } | null {
  if (!(step instanceof ReplaceStep)) return null;
  const { content, size } = step.slice;
  const letters = content.textBetween(0, content.size);
  return { at: step.from, length: step.to - step.from, letters: letters.length === size ? letters : null };
}
