import type { MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { PREVENT_AUTOLINK } from '../schema/link.ts';
import { findAddresses, hosts } from './find-address.ts';

/** Links an address once a space or a new line follows it. Local input only: each peer links its own. */
export function autolink(link: MarkType): Plugin {
  return new Plugin({
    key: new PluginKey('autolink'),
    view: () => {
      void hosts.ask();
      return {};
    },
    appendTransaction(transactions, before, after) {
      const mine =
        transactions.some((tr) => tr.docChanged) && !transactions.some((tr) => tr.getMeta(ySyncPluginKey));
      if (!mine || transactions.some((tr) => tr.getMeta(PREVENT_AUTOLINK))) return null;
      if (after.doc.content.size <= before.doc.content.size) return null;
      const end = endOfWord(before, after);
      return end === null ? null : linkWordBefore(end, after, link);
    },
  });
}

/** End of the word that was just finished. */
function endOfWord(before: EditorState, after: EditorState): number | null {
  const { $from, empty } = after.selection;
  if (!empty || !$from.parent.isTextblock) return null;
  if ($from.parentOffset === 0) {
    const end = before.selection.from;
    const $end = end <= after.doc.content.size ? after.doc.resolve(end) : null;
    return $end?.parent.isTextblock && $end.parentOffset === $end.parent.content.size && end < $from.pos
      ? end
      : null;
  }
  const last = $from.nodeBefore;
  const isSpace = last?.isText ? /\s$/u.test(last.text ?? '') : last?.type.name === 'hardBreak';
  return isSpace ? $from.pos - 1 : null;
}

function linkWordBefore(end: number, { doc, schema, tr }: EditorState, link: MarkType) {
  const $end = doc.resolve(end);
  if ($end.parent.type.spec.code) return null;
  const text = $end.parent.textBetween(0, $end.parentOffset, undefined, ' ');
  const word = /\S+$/u.exec(text)?.[0] ?? '';
  const start = end - word.length;
  const code = schema.marks['code'];
  for (const found of findAddresses(word)) {
    const [from, to] = [start + found.start, start + found.end];
    if (doc.rangeHasMark(from, to, link) || (code && doc.rangeHasMark(from, to, code))) continue;
    tr.addMark(from, to, link.create({ href: found.href }));
  }
  return tr.docChanged ? tr.removeStoredMark(link) : null;
}
