import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import type { keptSelection as makePlugin } from './kept-selection-plugin.ts';

/** The selection stays drawn while the focus is elsewhere. */
export const keptSelection = (parts: Later<{ readonly keptSelection: typeof makePlugin }>) =>
  Extension.create({
    name: 'keptSelection',
    addProseMirrorPlugins() {
      const key = new PluginKey<boolean>('keptSelection');
      return [latePlugin(key, parts, (part) => part.keptSelection(key))];
    },
  });
