import { Extension } from '@tiptap/core';
import { Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { cleanNow, getReadyFor, isReadyFor } from './cleaning.ts';

/** Longest wait for the cleaning code before the paste goes on without it. */
const PATIENCE_MS = 500;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** Pasting from other programs keeps the structure and drops the looks. */
export const CleanPaste = Extension.create({
  name: 'cleanPaste',
  // Before all plugins that handle pasted content.
  priority: 1200,
  addProseMirrorPlugins: () => [cleanPaste()],
});

function cleanPaste(): Plugin {
  let uncleaned: string | null = null;
  let isSecondTry = false;
  return new Plugin({
    key: new PluginKey('cleanPaste'),
    props: {
      transformPastedHTML(html) {
        if (!isReadyFor(html)) uncleaned = html;
        return cleanNow(html);
      },
      transformPasted: closeCode,
      handlePaste(view, event) {
        const html = uncleaned;
        uncleaned = null;
        if (html === null || isSecondTry) return false;
        void Promise.race([getReadyFor(html), soon()]).then(() => {
          if (view.isDestroyed) return;
          // Pastes uncleaned when the code has not loaded by then.
          isSecondTry = true;
          view.pasteHTML(html, event);
          isSecondTry = false;
        });
        return true;
      },
      handleDrop() {
        uncleaned = null;
        return false;
      },
    },
  });
}

/** Lines of code stay a block, even when pasted behind text. */
function closeCode(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const start = holdsLines(content.firstChild) ? 0 : openStart;
  return new Slice(content, start, holdsLines(content.lastChild) ? 0 : openEnd);
}

const holdsLines = (node: Node | null): boolean =>
  node?.type.spec.code === true && node.textContent.includes('\n');
