import { Extension } from '@tiptap/core';
import type { Later } from '../../ui/load-later.tsx';
import { alignChain } from './align-text.ts';
import { clearFormatting } from './clear-formatting.ts';
import type { leaveBox } from './leave-text-plugin.ts';
import { moveBlocksBy } from '../move-blocks/move-blocks.ts';
import { HEADING_LEVELS } from '../schema/document-schema.ts';
import { toggleTask } from './toggle-task.ts';

/**
 * Shortcuts common in other editors that Tiptap lacks. Control+Shift stands in for Control+Alt with a digit or C,
 * which types characters with a Czech layout on Windows.
 */
export const extraShortcuts = (parts: Later<{ readonly leaveBox: typeof leaveBox }>) =>
  Extension.create({
    name: 'extraShortcuts',
    addKeyboardShortcuts() {
      const { editor } = this;
      const headings = HEADING_LEVELS.map((level) => [
        `Ctrl-Shift-${level}`,
        () => editor.commands.toggleHeading({ level }),
      ]);
      // Handled even when nothing can move: on a Mac the key would select text.
      const move = (by: -1 | 1): boolean => moveBlocksBy(editor, by) || true;
      return {
        ...Object.fromEntries(headings),
        'Ctrl-Shift-0': () => editor.commands.setParagraph(),
        'Alt-Shift-ArrowUp': () => move(-1),
        'Alt-Shift-ArrowDown': () => move(1),
        'Mod-Enter': () => toggleTask(editor) || parts.read()?.leaveBox(editor) === true,
        'Alt-Shift-5': () => editor.commands.toggleStrike(),
        'Alt-Shift-h': () => editor.commands.setHorizontalRule(),
        'Mod-Shift-c': () => editor.commands.toggleCodeBlock(),
        // Like the buttons.
        'Mod-Shift-l': () => alignChain(editor.chain(), editor, 'left').run(),
        'Mod-Shift-r': () => alignChain(editor.chain(), editor, 'right').run(),
        'Mod-\\': () => clearFormatting(editor),
      };
    },
  });
