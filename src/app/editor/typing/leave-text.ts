import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import type { leaveText as makePlugin } from './leave-text-plugin.ts';

/** Ways out of callouts, quotes and the text by keyboard. */
export const leaveText = (parts: Later<{ readonly leaveText: typeof makePlugin }>) =>
  Extension.create({
    name: 'leaveText',
    // Before the code block, lists and tables.
    priority: 1200,
    addProseMirrorPlugins() {
      const key = new PluginKey('leaveText');
      return [latePlugin(key, parts, (part) => part.leaveText(key, this.editor))];
    },
  });
