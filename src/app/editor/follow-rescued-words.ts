import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { RESCUE_ORIGIN } from '../room/rescue-words.ts';

/**
 * My paragraph was deleted under my hands and my newest words were put back as one of their own: the caret goes there
 * with them, or the rest of the sentence would land in somebody's text.
 */
export function followRescuedWords(doc: Y.Doc): Extension {
  return Extension.create({
    name: 'followRescuedWords',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key: new PluginKey('followRescuedWords'),
          view: (view) => {
            const follow = (transaction: Y.Transaction): void => {
              if (transaction.origin === RESCUE_ORIGIN && view.hasFocus())
                moveToEndOf(view, newestBlock(transaction));
            };
            // By then the binding has drawn the transaction.
            doc.on('afterTransaction', follow);
            return { destroy: () => doc.off('afterTransaction', follow) };
          },
        }),
      ];
    },
  });
}

/** Index of the last block that the transaction put in. */
function newestBlock({ doc, beforeState }: Y.Transaction): number {
  const before = beforeState.get(doc.clientID) ?? 0;
  return doc
    .getXmlFragment(TEXT_ROOT)
    .toArray()
    .findLastIndex(
      (block) =>
        block._item !== null && block._item.id.client === doc.clientID && block._item.id.clock >= before,
    );
}

function moveToEndOf(view: EditorView, index: number): void {
  const { doc, tr } = view.state;
  if (index < 0 || index >= doc.childCount) return;
  let end = 0;
  for (let block = 0; block <= index; block++) end += doc.child(block).nodeSize;
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(end - 1), -1)).setMeta('addToHistory', false));
}
