import { Extension } from '@tiptap/core';
import type { dropCursor } from '@tiptap/pm/dropcursor';
import type { gapCursor } from '@tiptap/pm/gapcursor';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';

interface CursorParts {
  readonly dropCursor: typeof dropCursor;
  readonly gapCursor: typeof gapCursor;
}

/** Shows where dragged content would land, and lets the caret stand between blocks that hold no text. */
export const betweenBlocks = (parts: Later<CursorParts>) =>
  Extension.create({
    name: 'betweenBlocks',
    addProseMirrorPlugins: () => [
      latePlugin(new PluginKey('dropCursor'), parts, (part) => part.dropCursor({ color: 'currentColor' })),
      latePlugin(new PluginKey('gapCursor'), parts, (part) => part.gapCursor()),
    ],
  });
