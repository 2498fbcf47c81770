import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { ReplaceStep } from '@tiptap/pm/transform';
import type { Doc } from 'yjs';
import { MAX_DOCUMENT_WEIGHT } from '#contract/limits.ts';
import type { Later } from '../../ui/load-later.tsx';
import type { fullnessAfter } from './fullness.ts';

/** Smaller changes are not weighed: it takes too long for every keystroke. */
const WEIGHED_SIZE = 2000;

/**
 * Refuses a change that makes the document heavier than the log accepts; it could never be saved. `onTooLarge` receives
 * how full the document would be: 1 is full.
 */
export const sizeLimit = (
  parts: Later<{ readonly fullnessAfter: typeof fullnessAfter }>,
  doc: Doc,
  onTooLarge: (fullness: number) => void,
) =>
  Extension.create({
    name: 'sizeLimit',
    addProseMirrorPlugins: () => [
      new Plugin({
        key: new PluginKey('sizeLimit'),
        props: { handleDOMEvents: { paste: (_view, event) => refuseBook(event, onTooLarge) } },
        filterTransaction: (tr) => {
          if (!tr.docChanged || isChangeOrigin(tr) || addedSize(tr) < WEIGHED_SIZE) return true;
          const fullness = parts.read()?.fullnessAfter(doc, tr) ?? 0;
          if (fullness <= 1) return true;
          onTooLarge(fullness);
          return false;
        },
      }),
    ],
  });

/** Before the text is read, which would take seconds. */
function refuseBook(event: ClipboardEvent, onTooLarge: (fullness: number) => void): boolean {
  const { length } = event.clipboardData?.getData('text/plain') ?? '';
  if (length <= MAX_DOCUMENT_WEIGHT) return false;
  event.preventDefault();
  onTooLarge(length / MAX_DOCUMENT_WEIGHT);
  return true;
}

const addedSize = ({ steps }: Transaction): number =>
  steps.reduce((sum, step) => sum + ((step as Partial<ReplaceStep>).slice?.size ?? 0), 0);
