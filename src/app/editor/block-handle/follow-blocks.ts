import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { mapBlocks, type Blocks } from './block-commands.ts';

interface Change {
  readonly transaction: Transaction;
  readonly appendedTransactions: readonly Transaction[];
}

/**
 * Reports the blocks' positions after each change of the text, or null when they are deleted, until the returned
 * function is called.
 */
export function followBlocks(
  editor: Editor,
  read: () => Blocks | null,
  onChange: (blocks: Blocks | null) => void,
): () => void {
  const follow = ({ transaction, appendedTransactions }: Change): void => {
    let blocks = read();
    const changes = [transaction, ...appendedTransactions].filter(({ docChanged }) => docChanged);
    if (blocks === null || changes.length === 0) return;
    for (const change of changes) blocks = blocks && mapBlocks(blocks, change);
    onChange(blocks);
  };
  editor.on('transaction', follow);
  return () => void editor.off('transaction', follow);
}
