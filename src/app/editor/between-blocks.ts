import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { later } from '../ui/load-later.tsx';
import { latePlugin } from './late-plugin.ts';

const dropping = later(() => import('@tiptap/pm/dropcursor'));
const gaps = later(() => import('@tiptap/pm/gapcursor'));

/** Shows where something that is dragged would land, and lets the caret stand where no text is. */
export const BetweenBlocks = Extension.create({
  name: 'betweenBlocks',
  addProseMirrorPlugins: () => [
    latePlugin(new PluginKey('dropCursor'), dropping, (part) => part.dropCursor({ color: 'currentColor' })),
    latePlugin(new PluginKey('gapCursor'), gaps, (part) => part.gapCursor()),
  ],
});
