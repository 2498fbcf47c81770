import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { MAX_DEPTH } from '#contract/limits.ts';
import { addedText } from './added-text.ts';

/** Refuses changes that nest blocks deeper than the log accepts; their text could never be saved. */
export const nestingLimit = (onTooDeep: () => void) =>
  Extension.create({
    name: 'nestingLimit',
    addProseMirrorPlugins: () => [
      new Plugin({
        key: new PluginKey('nestingLimit'),
        filterTransaction: (tr) => {
          if (!tr.docChanged || isChangeOrigin(tr)) return true;
          if (addedText(tr) !== null || deepestChange(tr) <= MAX_DEPTH) return true;
          onTooDeep();
          return false;
        },
      }),
    ],
  });

function deepestChange({ doc, mapping }: Transaction): number {
  let deepest = 0;
  mapping.maps.forEach((map, index) => {
    const rest = mapping.slice(index + 1);
    let [from, to] = [Infinity, 0];
    map.forEach((_from, _to, start, end) => {
      from = Math.min(from, rest.map(start, -1));
      to = Math.max(to, rest.map(end));
    });
    // Includes the content between the changed ends: wrapping moves it deeper without replacing it.
    if (from <= to) deepest = Math.max(deepest, deepestBlock(doc, from, to));
  });
  return deepest;
}

function deepestBlock(doc: Node, from: number, to: number): number {
  let deepest = 0;
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isInline || (!node.isTextblock && !node.isLeaf)) return;
    deepest = Math.max(deepest, doc.resolve(pos).depth + 1);
  });
  return deepest;
}
