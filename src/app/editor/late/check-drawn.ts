import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from './late-plugin.ts';
import type { Later } from '../../ui/load-later.tsx';
import type { watchDrawn } from '../binding/watch-drawn.ts';

/**
 * Compares the drawn document with the shared one. *Saved* covers the shared text only, and an editor that shows
 * something else deletes the difference with its next change. If the binding fails, the shared text is drawn again;
 * `onDropped` receives the paragraphs that only the editor had.
 */
export const checkDrawn = (
  parts: Later<{ readonly watchDrawn: typeof watchDrawn }>,
  onDropped: (paragraphs: readonly string[]) => void = () => undefined,
) =>
  Extension.create({
    name: 'checkDrawn',
    addProseMirrorPlugins: () => {
      const key = new PluginKey('checkDrawn');
      return [latePlugin(key, parts, (part) => part.watchDrawn(key, onDropped))];
    },
  });
