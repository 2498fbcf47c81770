import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Keeps a paragraph after a table, rule or code block that I put at the end, so that I can write on. Only for my own
 * changes: if everyone did it for everyone's, the document would end in as many empty paragraphs as there are people.
 */
export const LastLine = Extension.create({
  name: 'lastLine',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('lastLine'),
        appendTransaction: (transactions, _before, { doc, schema, tr }) => {
          const mine = transactions.some((change) => change.docChanged && !isChangeOrigin(change));
          const paragraph = schema.nodes['paragraph'];
          if (!mine || !paragraph || doc.lastChild?.type === paragraph) return null;
          return tr.insert(doc.content.size, paragraph.create());
        },
      }),
    ];
  },
});
