import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { wholeBlocks } from '../move-blocks/move-blocks.ts';
import { HEADING_LEVELS } from '../schema/document-schema.ts';
import { separateUndoStep } from '../binding/undo-depth.ts';

export const BLOCK_KINDS = [
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
  'callout',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Kind of the selected blocks: `mixed` when they differ, null when one cannot be converted. */
export function readBlockKind({ selection }: EditorState): BlockKind | 'mixed' | null {
  const range = wholeBlocks(selection.$from, selection.$to);
  if (!range) return null;
  const { parent, startIndex, endIndex } = range;
  const kinds = parent.children.slice(startIndex, endIndex).map((block) => kindOf(block, parent));
  const [first = null] = kinds;
  if (kinds.includes(null)) return null;
  return kinds.every((kind) => kind === first) ? first : 'mixed';
}

function kindOf({ type, attrs }: Node, parent: Node): BlockKind | 'mixed' | null {
  if (type.name === 'heading') {
    // Deeper headings are not offered here.
    return BLOCK_KINDS.find((kind) => kind === `heading${String(attrs['level'])}`) ?? 'mixed';
  }
  const name = type.name === 'listItem' || type.name === 'taskItem' ? parent.type.name : type.name;
  return BLOCK_KINDS.find((kind) => kind === name) ?? null;
}

/** Converts the selected blocks, as one undo step. */
export function turnInto(editor: Editor, kind: BlockKind): void {
  const before = readBlockKind(editor.state);
  if (before === null || before === kind) return;
  separateUndoStep(editor, () => {
    if (before === 'blockquote' || before === 'callout') editor.commands.lift(before);
    if (!(isPlainList(before) && isPlainList(kind))) leaveList(editor);
    apply(editor, kind);
  });
}

const isPlainList = (kind: string): boolean => kind === 'bulletList' || kind === 'orderedList';

/** Lifts the item out of all its lists. */
function leaveList(editor: Editor): void {
  const lift = (item: string): boolean => editor.commands.liftListItem(item);
  for (let { depth } = editor.state.selection.$from; depth > 0; depth -= 1)
    if (!lift('listItem') && !lift('taskItem')) return;
}

// `editor.commands` is read for each command: it is bound to the state at that time.
function apply(editor: Editor, kind: BlockKind): void {
  const level = HEADING_LEVELS.find((one) => kind === `heading${one}`);
  if (level !== undefined) return void editor.commands.setHeading({ level });
  if (kind === 'codeBlock') return void editor.commands.setCodeBlock();
  if (!isPlainList(readBlockKind(editor.state) ?? '')) editor.commands.setParagraph();
  if (kind === 'bulletList') editor.commands.toggleBulletList();
  else if (kind === 'orderedList') editor.commands.toggleOrderedList();
  else if (kind === 'taskList') editor.commands.toggleTaskList();
  else if (kind !== 'paragraph') editor.commands.wrapIn(kind);
}
