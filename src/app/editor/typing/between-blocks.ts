import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';

/** Shows where dragged content would land, and lets the caret stand between blocks that hold no text. */
export const BetweenBlocks = Extension.create({
  name: 'betweenBlocks',
  addProseMirrorPlugins: () => [
    latePlugin(new PluginKey('dropCursor'), parts, (part) => part.dropCursor({ color: 'currentColor' })),
    latePlugin(new PluginKey('gapCursor'), parts, (part) => part.gapCursor()),
  ],
});
