import { Extension } from '@tiptap/core';
import { clearFormatting } from './clear-formatting.ts';
import { moveBlocksBy } from './move-blocks/move-blocks.ts';
import { HEADING_LEVELS } from './schema.ts';
import { toggleTask } from './toggle-task.ts';

/**
 * What hands expect beside Tiptap's own. Control+Shift stands in for Control+Alt with a digit or C, which types
 * characters on a Czech keyboard under Windows.
 */
export const ExtraShortcuts = Extension.create({
  name: 'extraShortcuts',
  addKeyboardShortcuts() {
    const { editor } = this;
    const headings = HEADING_LEVELS.map((level) => [
      `Ctrl-Shift-${level}`,
      () => editor.commands.toggleHeading({ level }),
    ]);
    // Taken also where there is nowhere to go: on a Mac the key would select.
    const move = (by: -1 | 1): boolean => moveBlocksBy(editor, by) || true;
    return {
      ...Object.fromEntries(headings),
      'Ctrl-Shift-0': () => editor.commands.setParagraph(),
      'Alt-Shift-ArrowUp': () => move(-1),
      'Alt-Shift-ArrowDown': () => move(1),
      'Mod-Enter': () => toggleTask(editor),
      'Alt-Shift-5': () => editor.commands.toggleStrike(),
      'Alt-Shift-h': () => editor.commands.setHorizontalRule(),
      'Mod-Shift-c': () => editor.commands.toggleCodeBlock(),
      // As the button does: left is how a paragraph is without saying so.
      'Mod-Shift-l': () => editor.commands.unsetTextAlign(),
      'Mod-\\': () => clearFormatting(editor),
    };
  },
});
