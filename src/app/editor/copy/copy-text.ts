import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import type { textOfSlice } from './text-of-slice.ts';

/** Puts readable plain text on the clipboard, beside the HTML. */
export const copyText = (parts: Later<{ readonly textOfSlice: typeof textOfSlice }>) =>
  Extension.create({
    name: 'copyText',
    // Before Tiptap's own, which knows no lists and tables.
    priority: 200,
    addProseMirrorPlugins: () => [
      new Plugin({
        key: new PluginKey('copyText'),
        props: {
          clipboardTextSerializer: (slice, { state: { selection } }) => {
            const { $from } = selection;
            const skipped = Array.from({ length: slice.openStart }, (_, at) => $from.index(at + 1));
            return parts.read()?.textOfSlice(slice, skipped) ?? '';
          },
        },
      }),
    ],
  });
