import { combineTransactionSteps, getChangedRanges, Mark } from '@tiptap/core';
import type { Mark as StoredMark, MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { addedText } from './added-text.ts';
import { hasAllowedScheme, readLinkAddress } from './link-address.ts';
import { autolink, PREVENT_AUTOLINK } from './links/autolink.ts';
import { linkTypedMarkdown } from './links/markdown-link.ts';
import { linkPastedAddress, linkPastedText } from './links/paste-link.ts';

const SAFE_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/**
 * Stores only address and title, so that no paste or peer can set how a link opens. Only the ten schemes are rendered.
 * Editors with write access remove refused addresses from the document.
 */
export const SafeLink = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, title: { default: null, parseHTML: readTitle } }),
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
    return {
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
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark(this.name, { extendEmptyMarkRange: true }).setMeta(PREVENT_AUTOLINK, true).run(),
    };
  },
  addInputRules() {
    return [linkTypedMarkdown(this.type)];
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
});

/** Read as a string: Tiptap would parse a title of digits as a number. */
const readTitle = (link: HTMLElement): string | null => link.getAttribute('title') || null;

function refuseStrayLinks(link: MarkType, mayEdit: () => boolean): Plugin {
  return new Plugin({
    key: new PluginKey('refuseStrayLinks'),
    appendTransaction(transactions, before, after) {
      if (!mayEdit() || transactions.every((tr) => !tr.docChanged || !mayLink(tr, link))) return null;
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

/** Most input has no link; skips the scan of the document. */
const mayLink = (tr: Transaction, link: MarkType): boolean =>
  addedText(tr)?.some(({ marks }) => link.isInSet(marks)) ?? true;

/** Completes a bare host or mailbox; removes the link of any other address and keeps the text. */
function repair(tr: Transaction, from: number, to: number, mark: StoredMark): void {
  const href = readLinkAddress(mark.attrs['href']);
  tr.removeMark(from, to, mark.type);
  if (href !== null) tr.addMark(from, to, mark.type.create({ ...mark.attrs, href }));
}
