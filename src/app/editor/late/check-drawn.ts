import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from './late-plugin.ts';
import { parts } from './loader.ts';

/**
 * Compares the drawn document with the shared one. *Saved* covers the shared text only, and an editor that shows
 * something else deletes the difference with its next change. If the binding fails, the shared text is drawn again;
 * `onDropped` receives the paragraphs that only the editor had.
 */
export const CheckDrawn = Extension.create<{ onDropped: (paragraphs: readonly string[]) => void }>({
  name: 'checkDrawn',
  addOptions: () => ({ onDropped: () => undefined }),
  addProseMirrorPlugins() {
    const { onDropped } = this.options;
    const key = new PluginKey('checkDrawn');
    return [latePlugin(key, parts, ({ watchDrawn }) => watchDrawn(key, onDropped))];
  },
});
