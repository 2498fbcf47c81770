import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, PluginKey } from '@tiptap/pm/state';

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
        appendTransaction: (transactions, _before, { doc, schema, tr }) => {
          const mine = transactions.some((change) => change.docChanged && !isChangeOrigin(change));
          const paragraph = schema.nodes['paragraph'];
          const last = doc.lastChild;
          const isDeadEnd =
            last !== null && (last.isAtom || last.type.spec.code === true || last.type.name === 'table');
          if (!mine || !isDeadEnd || !paragraph) return null;
          return tr.insert(doc.content.size, paragraph.create());
        },
      }),
    ];
  },
});
