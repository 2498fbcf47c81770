import type { Node } from '@tiptap/pm/model';
import { Plugin, type PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { leafText } from '#contract/text/leaf-text.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readSelection } from './fresh-selection.ts';

const IDLE_MS = 2000;
/** Upper limit during uninterrupted input. */
const AT_LATEST_MS = 15_000;

export const watchDrawn = (key: PluginKey, onDropped: (paragraphs: readonly string[]) => void): Plugin =>
  new Plugin({
    key,
    view: (view) => {
      const check = (): void => {
        const dropped = drawAgain(view);
        if (dropped.length > 0) onDropped(dropped);
      };
      return watchChanges(view, check);
    },
  });

interface SyncState {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

/** Redraws if drawn and shared text differ. Returns the drawn paragraphs that the shared text lacks. */
function drawAgain(view: EditorView): readonly string[] {
  const sync: SyncState | undefined = ySyncPluginKey.getState(view.state);
  if (!sync) return [];
  const shared = plainText(sync.type);
  if (charactersOf(view.state.doc.textContent) === charactersOf(shared)) return [];
  const shown = paragraphsOf(view.state.doc);
  readSelection(view);
  sync.binding._forceRerender();
  return shown.filter((paragraph) => paragraph.trim() !== '' && !shared.includes(paragraph));
}

const charactersOf = (text: string): string => text.replaceAll('\n', '');
const textOfLeaf = ({ type, attrs }: Node): string => leafText(type.name, attrs) ?? '';

function paragraphsOf(doc: Node): string[] {
  const paragraphs: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock) paragraphs.push(node.textBetween(0, node.content.size, '\n', textOfLeaf));
    return !node.isTextblock;
  });
  return paragraphs;
}

/** Checks once changes pause, or at the latest after `AT_LATEST_MS`. */
function watchChanges(view: EditorView, check: () => void) {
  const sync: SyncState | undefined = ySyncPluginKey.getState(view.state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sinceMs: number | null = null;
  let changedMs = 0;
  let isChecking = false;
  const run = (): void => {
    if (view.composing) return wait();
    sinceMs = null;
    // The redrawing itself must not trigger another check: a difference may persist.
    isChecking = true;
    check();
    isChecking = false;
  };
  // Each change only records its time, which is cheaper than a new timer.
  const wait = (): void => {
    changedMs = performance.now();
    sinceMs ??= changedMs;
    timer ??= setTimeout(look, IDLE_MS);
  };
  const look = (): void => {
    const dueMs = Math.min(changedMs + IDLE_MS, (sinceMs ?? changedMs) + AT_LATEST_MS);
    const leftMs = dueMs - performance.now();
    timer = leftMs > 0 ? setTimeout(look, leftMs) : undefined;
    if (timer === undefined) run();
  };
  sync?.type.observeDeep(wait);
  // Also covers changes from before this plugin loaded.
  wait();
  return {
    update: (_: EditorView, before: { readonly doc: Node }) => {
      if (!isChecking && before.doc !== view.state.doc) wait();
    },
    destroy: () => {
      clearTimeout(timer);
      sync?.type.unobserveDeep(wait);
    },
  };
}
