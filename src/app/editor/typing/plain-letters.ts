import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

const ENDS_IN_LETTER = /\p{L}$/u;

/**
 * Inserts a typed letter without trying the input rules. Each of them ends in a sign, a digit or a space, and trying
 * dozens took longer than the letter itself.
 */
export const PlainLetters = Extension.create({
  name: 'plainLetters',
  // Before the first input rule, which is typographic.
  priority: 1200,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('plainLetters'),
      props: {
        handleTextInput: (view, _from, _to, text, insertion) => {
          if (!ENDS_IN_LETTER.test(text)) return false;
          view.dispatch(insertion());
          return true;
        },
      },
    }),
  ],
});
