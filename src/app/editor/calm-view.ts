import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * Somebody else's edit never scrolls my page. The binding asks to scroll to my caret after every remote change; that is
 * answered with "done" unless the change is my own undo.
 */
export const CalmView = Extension.create({
  name: 'calmView',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('calmView'),
        props: {
          handleScrollToSelection: (view) => {
            const sync: { isChangeOrigin: boolean; isUndoRedoOperation: boolean } | undefined =
              ySyncPluginKey.getState(view.state);
            return sync !== undefined && sync.isChangeOrigin && !sync.isUndoRedoOperation;
          },
        },
      }),
    ];
  },
});
