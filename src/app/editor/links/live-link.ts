import { combineTransactionSteps, getChangedRanges, type Mark } from '@tiptap/core';
import type { Mark as StoredMark, MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { PREVENT_AUTOLINK } from '../schema/link.ts';
import { hasAllowedScheme, readLinkAddress } from '../schema/link-address.ts';
import { addedText } from '../typing/added-text.ts';
import { autolink } from './autolink.ts';
import { linkTypedMarkdown } from './markdown-link.ts';
import { linkPastedAddress, linkPastedText } from './paste-link.ts';

/** Links made from typed and pasted addresses; refused addresses are removed from the document. */
export const liveLink = (link: Mark): Mark =>
  link.extend({
    addInputRules() {
      return [linkTypedMarkdown(this.type)];
    },
    addProseMirrorPlugins() {
      return [
        refuseStrayLinks(this.type, () => this.editor.isEditable),
        autolink(this.type),
        linkPastedAddress(this.type),
        linkPastedText(this.type),
      ];
    },
  });

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
