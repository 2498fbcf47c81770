import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

const ENDS_IN_LETTER = /\p{L}$/u;

/**
 * Takes a letter that is typed before all that replaces what is typed: every one of those rules ends in a sign, a digit or
 * a space, and asking dozens of them took longer than the letter itself.
 */
export const PlainLetters = Extension.create({
  name: 'plainLetters',
  // Before the first rule, which is one of typography.
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
