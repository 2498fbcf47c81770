import type { Fragment, Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/**
 * The text that a change inserts, or null when it does anything else. Most changes only insert text, so plugins that
 * inspect every change can skip the document.
 */
export function addedText({ steps }: Transaction): readonly Node[] | null {
  const added: Node[] = [];
  for (const step of steps) {
    if (!(step instanceof ReplaceStep) || step.from < step.to) return null;
    const { content, openStart, openEnd } = step.slice;
    if (openStart > 0 || openEnd > 0 || !isText(content)) return null;
    added.push(...content.content);
  }
  return added;
}

const isText = (content: Fragment): boolean => content.content.every((node) => node.isText);
