/** Shows where the words of a search stand, as a link from search results asks: the first block that has most of them. */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { createFinder } from '#contract/search/find-passages.ts';
import { detailsAround, isHidden, openDetails } from '../details/open-details.ts';
import type { Match } from './find-matches.ts';

type Find = (doc: Node) => readonly Match[];
type InBlock = ReturnType<NonNullable<ReturnType<typeof createFinder>>>;

/** Finds the words of a query, as search does: in any form of them. Blocks that did not change are not read again. */
export function wordFinder(query: string): Find {
  const find = createFinder(query);
  const known = new WeakMap<Node, InBlock>();
  const read = (block: Node): InBlock => {
    const found = known.get(block) ?? find!(block.textBetween(0, block.content.size, null, '\ufffc'));
    known.set(block, found);
    return found;
  };
  return (doc) => {
    let most = 0;
    let matches: readonly Match[] = [];
    if (find === null) return matches;
    doc.descendants((node, at) => {
      if (!node.isTextblock) return true;
      const { count, marks } = read(node);
      if (count > most) {
        most = count;
        matches = marks.map(([from, to]) => ({ from: at + 1 + from, to: at + 1 + to }));
      }
      return false;
    });
    return matches;
  };
}

/** Marks the words and scrolls to them, until the next key. Returns whether there are any. */
export function showWords({ view }: Editor, query: string): boolean {
  const find = wordFinder(query);
  const [first] = find(view.state.doc);
  if (first === undefined) return false;
  if (isHidden(view.state, first.from))
    view.dispatch(openDetails(view.state.tr, ...detailsAround(view.state.doc.resolve(first.from))));
  view.setProps({ decorations: markAll(find) });
  view.dom.querySelector('.find-current')?.scrollIntoView({ block: 'center' });
  endWithKey(view);
  return true;
}

/** Not a plugin: adding one would initialise all others again. */
function markAll(find: Find): (state: EditorState) => DecorationSet {
  let seen: Node | null = null;
  let marks = DecorationSet.empty;
  return ({ doc }) => {
    if (doc === seen) return marks;
    seen = doc;
    marks = DecorationSet.create(
      doc,
      find(doc).map(({ from, to }, at) =>
        Decoration.inline(from, to, { class: at === 0 ? 'find-match find-current' : 'find-match' }),
      ),
    );
    return marks;
  };
}

const ending = new WeakMap<EditorView, AbortController>();

function endWithKey(view: EditorView): void {
  ending.get(view)?.abort();
  const end = new AbortController();
  ending.set(view, end);
  const clear = (): void => {
    end.abort();
    if (!view.isDestroyed) view.setProps({ decorations: () => DecorationSet.empty });
  };
  window.addEventListener('keydown', clear, { capture: true, signal: end.signal });
}
