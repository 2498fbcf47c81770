import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import type { suggestionPlugin } from './suggestion-plugin.ts';
import type { SuggestionSource } from './suggestion-source.ts';
import { SuggestionStore } from './suggestion-store.ts';

declare module '@tiptap/core' {
  interface Storage {
    suggestions: { readonly menu: SuggestionStore };
  }
}

interface PluginPart {
  readonly suggestionPlugin: typeof suggestionPlugin;
}

/** Keeps the open suggestions in the editor's storage, where `SuggestionList` reads them. Sources load with the parts. */
export const suggestions = <Parts extends PluginPart>(
  parts: Later<Parts>,
  sources: readonly ((loaded: Parts) => SuggestionSource)[],
) =>
  Extension.create({
    name: 'suggestions',
    // Before the keys of lists and blocks.
    priority: 200,
    addStorage: () => ({ menu: new SuggestionStore() }),
    addProseMirrorPlugins() {
      return sources.map((source) => {
        const key = new PluginKey('suggestions');
        return latePlugin(key, parts, (loaded) => loaded.suggestionPlugin(this.editor, key, source(loaded)));
      });
    },
  });
