import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late-plugin.ts';
import type { MemberDirectory } from '../mention/member-directory.ts';
import { SuggestionStore } from './suggestion-store.ts';

declare module '@tiptap/core' {
  interface Storage {
    suggestions: { readonly menu: SuggestionStore };
  }
}

const LABELS = ['suggestions.blocks', 'suggestions.emoji', 'suggestions.members'] as const;

const part = later(() => import('./suggestion-plugins.ts'));

/** What is offered stands in the storage; `SuggestionList` shows it. */
export const suggestions = (members: MemberDirectory) =>
  Extension.create({
    name: 'suggestions',
    // Before the keys of lists and blocks.
    priority: 200,
    addStorage: () => ({ menu: new SuggestionStore() }),
    addProseMirrorPlugins() {
      return LABELS.map((label) => {
        const key = new PluginKey(label);
        return latePlugin(key, part, ({ suggestionPlugin }) =>
          suggestionPlugin(this.editor, key, label, members),
        );
      });
    },
  });
