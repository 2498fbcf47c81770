import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Calls the listener right before a change of others is taken over, until the function that it gives is called. */
export type BeforeIncoming = (listener: () => void) => () => void;

/** What ProseMirror keeps to itself: reads the browser's selection now instead of with its next event. */
interface Observed {
  readonly domObserver: { flush(): void };
  readonly input: { lastFocus: number };
}

/**
 * A browser tells of a moved caret a moment after it moved. Whatever is drawn in that moment would put the caret back:
 * what nobody's hands do here reads the selection first.
 */
export function readSelection(view: EditorView): void {
  const { domObserver }: Partial<Observed> = view as Partial<Observed>;
  if (!view.composing) domObserver?.flush();
}

/**
 * For a while after the focus came ProseMirror takes a caret at the very beginning for the browser's, and puts it back.
 * After a key it is the person's.
 */
function forgetFocus(view: EditorView): void {
  const { input }: Partial<Observed> = view as Partial<Observed>;
  if (input) input.lastFocus = 0;
}

/**
 * Reads it before a key, which would act where the caret was (Ctrl+End, Enter), before others change the text, and before
 * the frame in which Tiptap selects again what was selected when the text had the focus last.
 */
export const FreshSelection = Extension.create<{ beforeIncoming: BeforeIncoming | null }>({
  name: 'freshSelection',
  // Before any other plugin looks at the key.
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

/** ProseMirror waits as long before it puts the caret where it was when the text had the focus last. */
const FOCUSED_MS = 20;

/** Reads it after a key that came in that time: ProseMirror sees it only when the end of the selection has moved. */
export const FreshFocus = Extension.create({
  name: 'freshFocus',
  // After any other plugin, so that nothing comes between this and what ProseMirror does.
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
