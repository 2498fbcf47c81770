import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';

/**
 * Adds a paragraph when a local change ends the document with a rule, image, code block or table. Only for local
 * changes: otherwise each peer would add one.
 */
export const LastLine = Extension.create({
  name: 'lastLine',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('lastLine'),
        appendTransaction: (transactions, _before, state) => {
          const { doc, schema, tr } = state;
          const mine = transactions.some((change) => change.docChanged && !isChangeOrigin(change));
          const paragraph = schema.nodes['paragraph'];
          const last = doc.lastChild;
          if (!mine || !last || !isDeadEnd(last) || !paragraph) return null;
          return keepSubstitution(tr.insert(doc.content.size, paragraph.create()), state);
        },
      }),
    ];
  },
});

/** Blocks with no line behind them to type in. */
const isDeadEnd = ({ isAtom, type }: Node): boolean =>
  isAtom || type.spec.code === true || type.name === 'table';

/** Backspace still reverts a typed rule: the added paragraph does not count as the user's change. */
function keepSubstitution(tr: Transaction, state: EditorState): Transaction {
  for (const plugin of state.plugins)
    if (plugin.spec['isInputRules'] === true) tr.setMeta(plugin, plugin.getState(state));
  return tr;
}
