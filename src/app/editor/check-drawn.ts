import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from './late-plugin.ts';
import { parts } from './later.ts';

/**
 * What is shown has to be what is shared: *Saved* is said of the shared text alone, and an editor that shows something
 * else deletes the difference with its next change. Should the binding ever fail, the shared text is drawn anew, and
 * paragraphs that only the editor had are handed over to be offered.
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
