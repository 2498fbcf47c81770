import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import type { clickBeside as makePlugin } from './click-beside-plugin.ts';

/** A click on the page beside the text puts the caret into the text. */
export const clickBeside = (parts: Later<{ readonly clickBeside: typeof makePlugin }>) =>
  Extension.create({
    name: 'clickBeside',
    addProseMirrorPlugins() {
      const key = new PluginKey('clickBeside');
      return [latePlugin(key, parts, (part) => part.clickBeside(key))];
    },
  });
