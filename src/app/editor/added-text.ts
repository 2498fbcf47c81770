import type { Fragment, Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/**
 * The text that a change adds; null when it does anything else, be it that it deletes. Typing mostly does nothing else, and
 * what looks at every change need not look at the document for it.
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
