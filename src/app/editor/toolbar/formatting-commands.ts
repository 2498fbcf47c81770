import type { Editor } from '@tiptap/core';
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  ArrowDownToLine,
  ArrowUpToLine,
  Bold,
  Code,
  CopyPlus,
  CornerDownLeft,
  Highlighter,
  Image,
  Italic,
  Link,
  List,
  ListCollapse,
  ListOrdered,
  ListTodo,
  MessageSquareWarning,
  Minus,
  Radical,
  Redo2,
  RemoveFormatting,
  Sigma,
  SquareCode,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TextQuote,
  Trash2,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { readKind } from '../schema/callout-kinds.ts';
import { toggleCallout } from '../callout/toggle-callout.ts';
import { alignChain, isAligned } from '../typing/align-text.ts';
import { clearFormatting } from '../typing/clear-formatting.ts';
import { canToggleDetails, findDetails, toggleDetails } from '../details/details-commands.ts';
import { takesImages } from '../images/image-uploads.ts';
import { canInsertMath, insertMath } from '../math/math-commands.ts';
import { deleteBlocks, duplicateBlocks } from '../move-blocks/edit-blocks.ts';
import { moveBlocksBy } from '../move-blocks/move-blocks.ts';
import type { Alignment } from '../schema/document-schema.ts';
import { canInsertTable, NEW_TABLE } from '../table/insert-table.ts';
import { undoSteps } from '../binding/undo-depth.ts';

/** Actions outside of the editor that commands can start. */
export interface FormattingActions {
  readonly openLinkCard: () => void;
  readonly chooseImages: () => void;
}

export interface FormattingCommand {
  /** Translation key in the `editor` namespace. */
  readonly id: CommandId;
  /** Group in the toolbar; `align`, `insert`, `more` and `arrange` are parts of its menus. */
  readonly group: 'history' | 'text' | 'list' | 'align' | 'media' | 'insert' | 'more' | 'arrange';
  readonly icon: LucideIcon;
  /** Shown only: Tiptap or `ExtraShortcuts` binds it. In ProseMirror's notation; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: string;
  readonly run: (editor: Editor, actions: FormattingActions) => void;
  /** Absent for commands without a state. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly isAvailable?: (editor: Editor) => boolean;
}

export type CommandId =
  | 'undo'
  | 'redo'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'highlight'
  | 'subscript'
  | 'superscript'
  | 'link'
  | 'bulletList'
  | 'orderedList'
  | 'taskList'
  | 'blockquote'
  | 'codeBlock'
  | 'horizontalRule'
  | 'hardBreak'
  | 'moveUp'
  | 'moveDown'
  | 'duplicate'
  | 'deleteBlock'
  | 'image'
  | 'table'
  | 'details'
  | 'callout'
  | 'blockMath'
  | 'inlineMath'
  | 'alignLeft'
  | 'alignCenter'
  | 'alignRight'
  | 'alignJustify'
  | 'clear';

type Chain = ReturnType<Editor['chain']>;

/** Returns the focus to the text without scrolling. */
const inText = (editor: Editor, step: (chain: Chain) => Chain): void => {
  step(editor.chain().focus(undefined, { scrollIntoView: false })).run();
};

function editInText(editor: Editor, edit: (editor: Editor) => unknown): void {
  edit(editor);
  editor.commands.focus(undefined, { scrollIntoView: false });
}

const takesMarks = (editor: Editor): boolean => !editor.isActive('codeBlock');

const mark = (
  id: CommandId,
  group: 'text' | 'more',
  icon: LucideIcon,
  keys: string,
  toggle: (chain: Chain) => Chain,
): FormattingCommand => ({
  id,
  group,
  icon,
  keys,
  run: (editor) => inText(editor, toggle),
  isActive: (editor) => editor.isActive(id),
  isAvailable: takesMarks,
});

const block = (
  id: CommandId,
  group: 'list' | 'insert',
  icon: LucideIcon,
  keys: string,
  toggle: (chain: Chain) => Chain,
): FormattingCommand => ({
  id,
  group,
  icon,
  keys,
  run: (editor) => inText(editor, toggle),
  isActive: (editor) => editor.isActive(id),
});

const align = (id: CommandId, icon: LucideIcon, keys: string, alignment: Alignment): FormattingCommand => ({
  id,
  group: 'align',
  icon,
  keys,
  run: (editor) => inText(editor, (chain) => alignChain(chain, editor, alignment)),
  isActive: (editor) => isAligned(editor, alignment),
  isAvailable: takesMarks,
});

/** Most used first, in the order of the toolbar and its menus; headings have a menu of their own. */
export const FORMATTING_COMMANDS: readonly FormattingCommand[] = [
  {
    id: 'undo',
    group: 'history',
    icon: Undo2,
    keys: 'Mod-z',
    run: (editor) => inText(editor, (chain) => chain.undo()),
    isAvailable: (editor) => undoSteps(editor.state).undo > 0,
  },
  {
    id: 'redo',
    group: 'history',
    icon: Redo2,
    keys: 'Mod-Shift-z',
    run: (editor) => inText(editor, (chain) => chain.redo()),
    isAvailable: (editor) => undoSteps(editor.state).redo > 0,
  },
  mark('bold', 'text', Bold, 'Mod-b', (chain) => chain.toggleBold()),
  mark('italic', 'text', Italic, 'Mod-i', (chain) => chain.toggleItalic()),
  mark('underline', 'text', Underline, 'Mod-u', (chain) => chain.toggleUnderline()),
  mark('strike', 'text', Strikethrough, 'Mod-Shift-s', (chain) => chain.toggleStrike()),
  {
    id: 'link',
    group: 'text',
    icon: Link,
    keys: 'Mod-k',
    run: (_editor, actions) => actions.openLinkCard(),
    isActive: (editor) => editor.isActive('link'),
    isAvailable: takesMarks,
  },
  block('bulletList', 'list', List, 'Mod-Shift-8', (chain) => chain.toggleBulletList()),
  block('orderedList', 'list', ListOrdered, 'Mod-Shift-7', (chain) => chain.toggleOrderedList()),
  block('taskList', 'list', ListTodo, 'Mod-Shift-9', (chain) => chain.toggleTaskList()),
  align('alignLeft', AlignLeft, 'Mod-Shift-l', 'left'),
  align('alignCenter', AlignCenter, 'Mod-Shift-e', 'center'),
  align('alignRight', AlignRight, 'Mod-Shift-r', 'right'),
  align('alignJustify', AlignJustify, 'Mod-Shift-j', 'justify'),
  {
    id: 'image',
    group: 'media',
    icon: Image,
    keys: 'Alt-Shift-p',
    run: (_editor, actions) => actions.chooseImages(),
    isAvailable: takesImages,
  },
  {
    id: 'table',
    group: 'media',
    icon: Table,
    run: (editor) => inText(editor, (chain) => chain.insertTable(NEW_TABLE)),
    isAvailable: canInsertTable,
  },
  {
    id: 'callout',
    group: 'insert',
    icon: MessageSquareWarning,
    run: (editor) => toggleCallout(editor, readKind(editor.getAttributes('callout')['kind'])),
    isActive: (editor) => editor.isActive('callout'),
  },
  {
    id: 'details',
    group: 'insert',
    icon: ListCollapse,
    run: toggleDetails,
    isActive: (editor) => findDetails(editor.state.selection.$from) !== null,
    isAvailable: canToggleDetails,
  },
  block('blockquote', 'insert', TextQuote, 'Mod-Shift-b', (chain) => chain.toggleBlockquote()),
  block('codeBlock', 'insert', SquareCode, 'Mod-Shift-c', (chain) => chain.toggleCodeBlock()),
  {
    id: 'blockMath',
    group: 'insert',
    icon: Sigma,
    run: (editor) => insertMath(editor, 'blockMath'),
    isAvailable: canInsertMath,
  },
  {
    id: 'inlineMath',
    group: 'insert',
    icon: Radical,
    run: (editor) => insertMath(editor, 'inlineMath'),
    isAvailable: canInsertMath,
  },
  {
    id: 'horizontalRule',
    group: 'insert',
    icon: Minus,
    keys: 'Alt-Shift-h',
    run: (editor) => inText(editor, (chain) => chain.setHorizontalRule()),
  },
  {
    id: 'hardBreak',
    group: 'insert',
    icon: CornerDownLeft,
    keys: 'Shift-Enter',
    run: (editor) => inText(editor, (chain) => chain.setHardBreak()),
  },
  mark('highlight', 'more', Highlighter, 'Mod-Shift-h', (chain) => chain.toggleHighlight()),
  mark('subscript', 'more', Subscript, 'Mod-,', (chain) => chain.unsetSuperscript().toggleSubscript()),
  mark('superscript', 'more', Superscript, 'Mod-.', (chain) => chain.unsetSubscript().toggleSuperscript()),
  mark('code', 'more', Code, 'Mod-e', (chain) => chain.toggleCode()),
  {
    id: 'clear',
    group: 'more',
    icon: RemoveFormatting,
    keys: 'Mod-\\',
    run: (editor) => void clearFormatting(editor),
  },
  {
    id: 'moveUp',
    group: 'arrange',
    icon: ArrowUpToLine,
    keys: 'Alt-Shift-ArrowUp',
    run: (editor) => editInText(editor, () => moveBlocksBy(editor, -1)),
  },
  {
    id: 'moveDown',
    group: 'arrange',
    icon: ArrowDownToLine,
    keys: 'Alt-Shift-ArrowDown',
    run: (editor) => editInText(editor, () => moveBlocksBy(editor, 1)),
  },
  {
    id: 'duplicate',
    group: 'arrange',
    icon: CopyPlus,
    run: (editor) => editInText(editor, duplicateBlocks),
  },
  {
    id: 'deleteBlock',
    group: 'arrange',
    icon: Trash2,
    run: (editor) => editInText(editor, deleteBlocks),
  },
];
