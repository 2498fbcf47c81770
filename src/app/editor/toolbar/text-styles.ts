import type { Editor } from '@tiptap/core';
import { HEADING_LEVELS } from '../schema/document-schema.ts';
import type { TextStyle } from './toolbar-state.ts';

interface StyleCommand {
  /** Translation key in the `editor` namespace, under `style`. */
  readonly style: Exclude<TextStyle, 'codeBlock'>;
  /** In ProseMirror's notation. */
  readonly keys: string;
  /** Alternative on layouts where `keys` types characters. */
  readonly moreKeys: string;
  readonly apply: (editor: Editor) => void;
}

export const TEXT_STYLES: readonly StyleCommand[] = [
  {
    style: 'paragraph',
    keys: 'Mod-Alt-0',
    moreKeys: 'Ctrl-Shift-0',
    apply: (editor) => void editor.chain().focus(undefined, { scrollIntoView: false }).setParagraph().run(),
  },
  ...HEADING_LEVELS.map((level) => ({
    style: `heading${level}` as const,
    keys: `Mod-Alt-${level}`,
    moreKeys: `Ctrl-Shift-${level}`,
    apply: (editor: Editor) =>
      void editor.chain().focus(undefined, { scrollIntoView: false }).setHeading({ level }).run(),
  })),
];
