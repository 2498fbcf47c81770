import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { cutText } from '#contract/cut-text.ts';
import { MAX_ATTRIBUTE_CHARS, MAX_ATTRIBUTE_NUMBER } from '#contract/limits.ts';
import { addedText } from './added-text.ts';

/** Trims pasted attributes and numbers to the log's limits; the log would refuse their update. */
export const AttributeLimit = Extension.create({
  name: 'attributeLimit',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('attributeLimit'),
      appendTransaction: (transactions, _before, { tr }) => {
        for (const change of transactions)
          if (change.docChanged && !isChangeOrigin(change) && addedText(change) === null) cut(change, tr);
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** `tr` must start from the document after all transactions. */
function cut(change: Transaction, tr: Transaction): void {
  const end = tr.doc.content.size;
  change.mapping.maps.forEach((map, index) => {
    const rest = change.mapping.slice(index + 1);
    map.forEach((_from, _to, from, to) => {
      const [start, stop] = [rest.map(from, -1), rest.map(to)].map((place) => Math.min(place, end));
      tr.doc.nodesBetween(start ?? 0, stop ?? end, (node, pos) => {
        for (const [name, value] of Object.entries(node.attrs) as [string, unknown][]) {
          const kept = withinLimits(value);
          if (kept !== value) tr.setNodeAttribute(pos, name, kept);
        }
      });
    });
  });
}

function withinLimits(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MAX_ATTRIBUTE_CHARS);
  if (typeof value !== 'number') return value;
  if (Number.isNaN(value)) return null;
  return Math.max(-MAX_ATTRIBUTE_NUMBER, Math.min(MAX_ATTRIBUTE_NUMBER, value));
}
