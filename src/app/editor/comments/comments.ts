import { Extension } from '@tiptap/core';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import { COMMENTS } from './comments-key.ts';
import type { highlightsPlugin } from './highlights.ts';

/** Places of threads in the text, as decorations: neither document nor peers receive them. */
export const comments = (parts: Later<{ readonly highlightsPlugin: typeof highlightsPlugin }>) =>
  Extension.create({
    name: 'comments',
    addProseMirrorPlugins: () => [latePlugin(COMMENTS, parts, (part) => part.highlightsPlugin())],
  });
