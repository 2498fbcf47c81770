import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { cleanPastedHtml } from './clean-html.ts';

/** Pasting from other programs keeps the structure and drops the looks. */
export const CleanPaste = Extension.create({
  name: 'cleanPaste',
  addProseMirrorPlugins: () => [
    new Plugin({ key: new PluginKey('cleanPaste'), props: { transformPastedHTML: cleanPastedHtml } }),
  ],
});
