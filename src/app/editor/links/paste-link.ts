import { Fragment, Slice, type MarkType, type Node } from '@tiptap/pm/model';
import { NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { PREVENT_AUTOLINK } from '../schema/link.ts';
import { findAddress, findAddresses } from './find-address.ts';

/** An address or a link pasted over a selection in one paragraph becomes its link; anything else is pasted as usual. */
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
        const href = givenTarget(slice.content, link) ?? found.href;
        view.dispatch(tr.addMark(from, to, link.create({ href })).setMeta(PREVENT_AUTOLINK, true));
        return true;
      },
    },
  });
}

/** The visible text of a link may be a shortened address. */
function givenTarget(content: Fragment, link: MarkType): string | null {
  let target: string | null = null;
  content.descendants(({ marks }) => {
    target ??= (link.isInSet(marks)?.attrs['href'] as string | undefined) ?? null;
  });
  return target;
}

/** Links addresses in pasted text. A word that a pasted link touches stays as it is, because its target was given. */
export function linkPastedText(link: MarkType): Plugin {
  return new Plugin({
    key: new PluginKey('linkPastedText'),
    props: {
      transformPasted: (slice, { state }) =>
        state.selection.$from.parent.type.spec.code
          ? slice
          : new Slice(linkBlocks(slice.content, link), slice.openStart, slice.openEnd),
    },
  });
}

function linkBlocks(content: Fragment, link: MarkType): Fragment {
  if (content.firstChild?.isInline) return linkWords(content, link);
  const blocks = content.content.map((node) =>
    node.isLeaf || (node.isTextblock && !mayLinkIn(node, link))
      ? node
      : node.copy(linkBlocks(node.content, link)),
  );
  return blocks.every((node, index) => node.eq(content.child(index))) ? content : Fragment.from(blocks);
}

const mayLinkIn = ({ type }: Node, link: MarkType): boolean => type.allowsMarkType(link) && !type.spec.code;

function linkWords(content: Fragment, link: MarkType): Fragment {
  // One character for each position.
  const text = content.textBetween(0, content.size, '', ({ type }) =>
    type.name === 'hardBreak' ? '\n' : '\ufffc',
  );
  let linked = Fragment.empty;
  let at = 0;
  for (const { word, start, end, href } of findAddresses(text)) {
    if (hasLink(content.cut(word.start, word.end), link)) continue;
    const mark = link.create({ href });
    const nodes = content.cut(start, end).content.map((node) => node.mark(mark.addToSet(node.marks)));
    linked = linked.append(content.cut(at, start)).append(Fragment.from(nodes));
    at = end;
  }
  return at === 0 ? content : linked.append(content.cut(at));
}

/** Or code, in which nothing is linked. */
const hasLink = ({ content }: Fragment, link: MarkType): boolean =>
  content.some(({ marks }) => marks.some(({ type }) => type === link || type.spec.code === true));
