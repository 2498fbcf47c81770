import { combineTransactionSteps, getChangedRanges } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import type { Mark, MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { hasAllowedScheme, readLinkAddress } from './link-address.ts';
import { autolink, PREVENT_AUTOLINK } from './links/autolink.ts';
import { linkPastedAddress, linkPastedText } from './links/paste-link.ts';

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
            .setMeta(PREVENT_AUTOLINK, true)
            .run();
        },
    };
  },
  addPasteRules() {
    return [linkPastedText(this.type)];
  },
  addProseMirrorPlugins() {
    return [
      refuseStrayLinks(this.type, () => this.editor.isEditable),
      autolink(this.type),
      linkPastedAddress(this.type),
    ];
  },
}).configure({
  defaultProtocol: 'https',
  // Typed as `[words](address)`.
  markdownLinks: true,
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
          if (mark && !hasAllowedScheme(mark.attrs['href'])) repair(tr, at, at + node.nodeSize, mark);
        });
      }
      return tr.docChanged ? tr.setMeta(PREVENT_AUTOLINK, true) : null;
    },
  });
}

/** Completes a bare host or mailbox; takes any other address out and leaves the words. */
function repair(tr: Transaction, from: number, to: number, mark: Mark): void {
  const href = readLinkAddress(mark.attrs['href']);
  tr.removeMark(from, to, mark.type);
  if (href !== null) tr.addMark(from, to, mark.type.create({ ...mark.attrs, href }));
}
