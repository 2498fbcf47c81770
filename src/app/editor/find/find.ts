import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late-plugin.ts';

export const FIND = new PluginKey('find');

export const finding = later(() => import('./find-plugin.ts'));

/** Nobody searches before there is something to search in. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [latePlugin(FIND, finding, (part) => part.findPlugin())],
});
