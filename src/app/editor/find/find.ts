import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late-plugin.ts';
import { parts } from '../later.ts';

export const FIND = new PluginKey('find');

/** A late plugin: no search can start before the find bar has loaded. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [latePlugin(FIND, parts, (part) => part.findPlugin())],
});
