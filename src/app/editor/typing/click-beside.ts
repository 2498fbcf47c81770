import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';

/** A click on the page beside the text puts the caret into the text. */
export const ClickBeside = Extension.create({
  name: 'clickBeside',
  addProseMirrorPlugins() {
    const key = new PluginKey('clickBeside');
    return [latePlugin(key, parts, ({ clickBeside }) => clickBeside(key))];
  },
});
