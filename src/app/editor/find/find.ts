import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late-plugin.ts';
import { parts } from '../later.ts';

export const FIND = new PluginKey('find');

/** Nobody searches before there is something to search in. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [latePlugin(FIND, parts, (part) => part.findPlugin())],
});
