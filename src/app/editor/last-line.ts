import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';

/**
 * Keeps a paragraph after a rule, image, code block or table that I put at the end, so that I can write on. Only for my own
 * changes: if everyone did it for everyone's, the document would end in as many empty paragraphs as there are people.
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

/** Behind such a block there is no line to write on in. */
export const isDeadEnd = ({ isAtom, type }: Node): boolean =>
  isAtom || type.spec.code === true || type.name === 'table';

/** A rule that was typed can still be taken back by Backspace: the line below it is no change of the person's. */
function keepSubstitution(tr: Transaction, state: EditorState): Transaction {
  for (const plugin of state.plugins)
    if (plugin.spec['isInputRules'] === true) tr.setMeta(plugin, plugin.getState(state));
  return tr;
}
