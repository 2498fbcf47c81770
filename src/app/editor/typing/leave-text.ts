import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';

/** Ways out of callouts, quotes and the text by keyboard. */
export const LeaveText = Extension.create({
  name: 'leaveText',
  // Before the code block, lists and tables.
  priority: 1200,
  addProseMirrorPlugins() {
    const key = new PluginKey('leaveText');
    return [latePlugin(key, parts, ({ leaveText }) => leaveText(key, this.editor))];
  },
});
