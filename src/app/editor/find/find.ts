import { Extension } from '@tiptap/core';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import { FIND } from './find-key.ts';
import type { findPlugin } from './find-plugin.ts';

/** A late plugin: no search can start before the find bar has loaded. */
export const find = (parts: Later<{ readonly findPlugin: typeof findPlugin }>) =>
  Extension.create({
    name: 'find',
    addProseMirrorPlugins: () => [latePlugin(FIND, parts, (part) => part.findPlugin())],
  });
