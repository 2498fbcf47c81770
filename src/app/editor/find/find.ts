import { Extension } from '@tiptap/core';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';
import { FIND } from './find-key.ts';

/** A late plugin: no search can start before the find bar has loaded. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [latePlugin(FIND, parts, (part) => part.findPlugin())],
});
