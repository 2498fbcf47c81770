import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Calls the listener right before a remote change is applied, until the returned function is called. */
export type BeforeIncoming = (listener: () => void) => () => void;

/** Internals of ProseMirror: `flush` reads the selection of the browser at once. */
interface Observed {
  readonly domObserver: { flush(): void };
  readonly input: { lastFocus: number };
}

/**
 * Reads the selection of the browser. Its event comes a moment after the caret has moved, and a drawing in between
 * would put the caret back. So anything drawn without local input calls this first.
 */
export function readSelection(view: EditorView): void {
  const { domObserver }: Partial<Observed> = view as Partial<Observed>;
  if (!view.composing) domObserver?.flush();
}

/**
 * After a focus, ProseMirror briefly takes a caret at the very start for the browser's and moves it back. After a key
 * press the user has put it there.
 */
function forgetFocus(view: EditorView): void {
  const { input }: Partial<Observed> = view as Partial<Observed>;
  if (input) input.lastFocus = 0;
}

/**
 * Reads the selection before a key acts on it (Ctrl+End, Enter) and before remote changes. Also before the frame in
 * which Tiptap restores the selection of the last focus.
 */
export const FreshSelection = Extension.create<{ beforeIncoming: BeforeIncoming | null }>({
  name: 'freshSelection',
  // Before any other plugin handles the key.
  priority: 10_000,
  addOptions: () => ({ beforeIncoming: null }),
  addProseMirrorPlugins() {
    const { beforeIncoming } = this.options;
    let hasKey = false;
    return [
      new Plugin({
        key: new PluginKey('freshSelection'),
        view: (view) => {
          const destroy = beforeIncoming?.(() => readSelection(view));
          return destroy ? { destroy } : {};
        },
        props: {
          handleDOMEvents: {
            keydown: (view) => {
              hasKey = true;
              readSelection(view);
              forgetFocus(view);
              return false;
            },
            focus: (view) => {
              hasKey = false;
              requestAnimationFrame(() => hasKey && readSelection(view));
              return false;
            },
          },
        },
      }),
    ];
  },
});

/** Delay after which ProseMirror restores the selection of the last focus. */
const FOCUSED_MS = 20;

/** Reads the selection after a key within that delay: ProseMirror only notices a moved end. */
export const FreshFocus = Extension.create({
  name: 'freshFocus',
  // After all other plugins, directly before ProseMirror's own handler.
  priority: 0,
  addProseMirrorPlugins() {
    let hasKey = false;
    return [
      new Plugin({
        key: new PluginKey('freshFocus'),
        props: {
          handleDOMEvents: {
            focus: (view) => {
              hasKey = false;
              setTimeout(() => hasKey && readSelection(view), FOCUSED_MS);
              return false;
            },
            keydown: () => {
              hasKey = true;
              return false;
            },
          },
        },
      }),
    ];
  },
});
