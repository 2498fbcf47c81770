import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What ProseMirror keeps to itself: reads the browser's selection now instead of with its next event. */
interface Observed {
  readonly domObserver: { flush(): void };
}

/**
 * A browser tells of a moved caret a moment after it moved. A key that follows at once (Ctrl+End, Enter) would act
 * where the caret was.
 */
export const FreshSelection = Extension.create({
  name: 'freshSelection',
  // Before any other plugin looks at the key.
  priority: 10_000,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('freshSelection'),
        props: {
          handleDOMEvents: {
            keydown: (view: EditorView & Partial<Observed>) => {
              if (!view.composing) view.domObserver?.flush();
              return false;
            },
          },
        },
      }),
    ];
  },
});
