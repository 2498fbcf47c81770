import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import type { heirsPlugin } from './heirs-plugin.ts';

/** Text that is cut and pasted, or dragged, keeps its writers: the page declares which deleted text it continues. */
export const keepHeirs = (parts: Later<{ readonly heirsPlugin: typeof heirsPlugin }>) =>
  Extension.create({
    name: 'keepHeirs',
    // Reads pasted HTML before it is cleaned.
    priority: 1300,
    addProseMirrorPlugins: () => {
      const key = new PluginKey('keepHeirs');
      return [latePlugin(key, parts, (part) => part.heirsPlugin(key))];
    },
  });
