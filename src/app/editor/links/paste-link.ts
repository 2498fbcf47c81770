import { markPasteRule, type PasteRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { PREVENT_AUTOLINK } from '../schema/link.ts';
import { findAddress, findAddresses } from './find-address.ts';

/** An address pasted over a selection in one paragraph becomes its link; anything else is pasted as usual. */
export function linkPastedAddress(link: MarkType): Plugin {
  return new Plugin({
    key: new PluginKey('linkPastedAddress'),
    props: {
      handlePaste(view, _event, slice) {
        const { doc, selection, tr } = view.state;
        if (selection.empty || selection instanceof NodeSelection) return false;
        const { $from, $to, from, to } = TextSelection.between(
          doc.resolve(selection.from),
          doc.resolve(selection.to),
        );
        if (!$from.sameParent($to) || !$from.parent.type.allowsMarkType(link)) return false;
        const text = slice.content.textBetween(0, slice.content.size, '\n').trim();
        const found = /\s/u.test(text) ? null : findAddress(text);
        if (found?.start !== 0 || found.end !== text.length) return false;
        view.dispatch(
          tr.addMark(from, to, link.create({ href: found.href })).setMeta(PREVENT_AUTOLINK, true),
        );
        return true;
      },
    },
  });
}

/** Links addresses in pasted text. */
export const linkPastedText = (link: MarkType): PasteRule =>
  markPasteRule({
    find: (text) =>
      findAddresses(text).map(({ start, end, href }) => ({
        index: start,
        text: text.slice(start, end),
        data: { href },
      })),
    type: link,
    getAttributes: (match) => ({ href: String(match.data?.['href']) }),
  });
