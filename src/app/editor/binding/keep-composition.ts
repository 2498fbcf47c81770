import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep, type Step } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';

/** Internals of ProseMirror: between `stop` and `start` it ignores DOM mutations. */
interface Observed {
  readonly domObserver: { stop(): void; start(): void };
}

/**
 * Applies remote changes within composed text to its DOM node before `tr` is drawn. ProseMirror leaves that node alone
 * only if its text matches the document; otherwise it draws the node again, which aborts the composition.
 */
export function keepComposition(view: EditorView, tr: Transaction): void {
  const text = composedText(view);
  if (!text) return;
  const edits = editsWithin(text.data, view.posAtDOM(text, 0), tr);
  const { domObserver } = view as unknown as Observed;
  domObserver.stop();
  for (const { at, length, inserted } of edits) text.replaceData(at, length, inserted);
  domObserver.start();
}

function composedText(view: EditorView): Text | null {
  const node = view.composing ? view.dom.ownerDocument.getSelection()?.focusNode : null;
  return node instanceof Text && view.dom.contains(node) ? node : null;
}

/** Replaces `length` characters at `at`; each `at` counts after the edits before it. */
export interface Edit {
  readonly at: number;
  readonly length: number;
  readonly inserted: string;
}

/**
 * Edits of `text`, which is drawn from position `start`. Empty when the document differs from `text` there, or when
 * more than characters changes.
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
      if (edit.at < from || end > to || edit.inserted === null) return [];
      edits.push({ ...edit, at: edit.at - from, inserted: edit.inserted });
    }
    [from, to] = [step.getMap().map(from, 1), step.getMap().map(to, -1)];
  }
  return edits;
}

function readEdit(step: Step): { at: number; length: number; inserted: string | null } | null {
  if (!(step instanceof ReplaceStep)) return null;
  const { content, size } = step.slice;
  const inserted = content.textBetween(0, content.size);
  return { at: step.from, length: step.to - step.from, inserted: inserted.length === size ? inserted : null };
}
