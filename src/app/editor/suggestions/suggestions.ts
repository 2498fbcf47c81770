import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';
import type { MemberDirectory } from '../mention/member-directory.ts';
import { SuggestionStore } from './suggestion-store.ts';

declare module '@tiptap/core' {
  interface Storage {
    suggestions: { readonly menu: SuggestionStore };
  }
}

const LABELS = ['suggestions.blocks', 'suggestions.emoji', 'suggestions.members'] as const;

/** Keeps the open suggestions in the editor's storage, where `SuggestionList` reads them. */
export const suggestions = (members: MemberDirectory) =>
  Extension.create({
    name: 'suggestions',
    // Before the keys of lists and blocks.
    priority: 200,
    addStorage: () => ({ menu: new SuggestionStore() }),
    addProseMirrorPlugins() {
      return LABELS.map((label) => {
        const key = new PluginKey(label);
        return latePlugin(key, parts, ({ suggestionPlugin }) =>
          suggestionPlugin(this.editor, key, label, members),
        );
      });
    },
  });
