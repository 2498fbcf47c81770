import { combineTransactionSteps, getChangedRanges } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { hasAllowedScheme, readLinkAddress } from './link-address.ts';

const SAFE_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/**
 * Tiptap's link with three holes closed: `target`, `rel` and `class` are never stored, so no paste or peer can change
 * them; only the ten schemes are rendered; a refused address that got into the document is taken out by whoever may edit.
 */
export const SafeLink = Link.extend({
  inclusive: false,
  // Tiptap's resets the link detector of every other editor on the page.
  onDestroy: () => undefined,
  addAttributes: () => ({ href: { default: null }, title: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (a) => (hasAllowedScheme(a.getAttribute('href')) ? null : false) },
  ],
  renderHTML({ HTMLAttributes: { href, title } }) {
    return [
      'a',
      {
        ...(hasAllowedScheme(href) ? { href: String(href) } : {}),
        ...(typeof title === 'string' ? { title } : {}),
        ...SAFE_ATTRIBUTES,
      },
      0,
    ];
  },
  addCommands() {
    const commands = this.parent?.();
    return {
      ...commands,
      setLink:
        ({ href, title }) =>
        ({ chain }) => {
          const address = readLinkAddress(href);
          if (address === null) return false;
          return chain()
            .setMark(this.name, { href: address, title: title ?? null })
            .setMeta('preventAutolink', true)
            .run();
        },
    };
  },
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), refuseStrayLinks(this.type, () => this.editor.isEditable)];
  },
}).configure({
  defaultProtocol: 'https',
  openOnClick: false,
  isAllowedUri: (address) => readLinkAddress(address) !== null,
});

function refuseStrayLinks(link: MarkType, mayEdit: () => boolean): Plugin {
  return new Plugin({
    key: new PluginKey('refuseStrayLinks'),
    appendTransaction(transactions, before, after) {
      if (!mayEdit() || !transactions.some((tr) => tr.docChanged)) return null;
      const { tr } = after;
      const changes = getChangedRanges(combineTransactionSteps(before.doc, [...transactions]));
      for (const { newRange } of changes) {
        after.doc.nodesBetween(newRange.from, newRange.to, (node, at) => {
          const mark = link.isInSet(node.marks);
          if (mark && !hasAllowedScheme(mark.attrs['href'])) tr.removeMark(at, at + node.nodeSize, link);
        });
      }
      return tr.docChanged ? tr.setMeta('preventAutolink', true) : null;
    },
  });
}
