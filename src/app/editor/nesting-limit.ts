import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { MAX_DEPTH } from '#contract/limits.ts';
import { addedText } from './added-text.ts';

/** Stops before blocks stand deeper in each other than the log takes: the words in them would have to wait for ever. */
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
    // Also what lies between: what is wrapped moves down without being written anew.
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
