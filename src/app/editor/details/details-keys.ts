import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { nodeOf } from '../schema/node-of.ts';
import { contentStart, findDetails, unwrapDetails, type DetailsAround } from './details-commands.ts';
import { isOpen, openDetails, setOpen } from './open-details.ts';

type Key = 'Enter' | 'Backspace' | 'Delete' | 'Mod-Enter';

/** True when the key is handled. */
export function pressDetailsKey(editor: Editor, key: Key): boolean {
  const { selection } = editor.state;
  const { $head, empty } = selection;
  const details = findDetails($head);
  if (!details) return false;
  const place: Place = { editor, details, isIn: $head.index(details.depth) === 0 ? 'summary' : 'content' };
  if (key === 'Mod-Enter') return place.isIn === 'summary' && toggle(place);
  if (!empty) return false;
  if (key === 'Enter') return place.isIn === 'summary' ? leaveSummary(place) : leaveContent(place);
  if (key === 'Delete') return place.isIn === 'summary' && deleteForward(place);
  return place.isIn === 'summary' ? deleteAtStart(place) : joinIntoSummary(place);
}

interface Place {
  readonly editor: Editor;
  readonly details: DetailsAround;
  readonly isIn: 'summary' | 'content';
}

function finish({ editor }: Place, tr: Transaction | null): boolean {
  if (tr) editor.view.dispatch(tr.scrollIntoView());
  return true;
}

function toggle({ editor, details: { pos } }: Place): boolean {
  setOpen(editor, pos, !isOpen(editor.state, pos));
  return true;
}

/** Moves the text behind the caret into the content. At the end of a closed summary, adds a line below. */
function leaveSummary(place: Place): boolean {
  const { state } = place.editor;
  const { schema, selection, tr } = state;
  const { details } = place;
  const { $head } = selection;
  const paragraph = nodeOf(schema, 'paragraph');
  const summary = $head.parent;
  const tail = summary.content.cut($head.parentOffset);
  const after = details.pos + details.node.nodeSize;
  if (tail.size === 0 && !isOpen(state, details.pos)) {
    return finish(
      place,
      tr.insert(after, paragraph.create()).setSelection(TextSelection.create(tr.doc, after + 1)),
    );
  }
  const start = contentStart(details);
  const first = details.node.lastChild?.firstChild;
  if (tail.size > 0 || !isEmptyParagraph(first)) tr.insert(start, paragraph.create(null, tail));
  tr.delete($head.pos, $head.end());
  const caret = tr.mapping.map(start, -1) + 1;
  return finish(place, openDetails(tr.setSelection(TextSelection.create(tr.doc, caret)), details.pos));
}

/** Enter in an empty last line leaves the details. */
function leaveContent(place: Place): boolean {
  const { schema, selection, tr } = place.editor.state;
  const { details } = place;
  const { $head } = selection;
  const content = details.node.lastChild;
  const isLastLine =
    $head.depth === details.depth + 2 && $head.index(details.depth + 1) === (content?.childCount ?? 0) - 1;
  if (!isLastLine || !isEmptyParagraph($head.parent) || content?.childCount === 1) return false;
  const after = details.pos + details.node.nodeSize;
  tr.insert(after, nodeOf(schema, 'paragraph').create()).delete($head.before(), $head.after());
  return finish(place, tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(after, -1) + 1))));
}

function deleteAtStart(place: Place): boolean {
  const { state } = place.editor;
  return state.selection.$head.parentOffset === 0 && finish(place, unwrapDetails(state));
}

/** Backspace at the start of the content appends its first line to the summary. */
function joinIntoSummary(place: Place): boolean {
  const { $head } = place.editor.state.selection;
  if ($head.pos !== contentStart(place.details) + 1) return false;
  return finish(place, joinFirstLine(place));
}

/** Delete at the end of the summary. Never deletes hidden content. */
function deleteForward(place: Place): boolean {
  const { state } = place.editor;
  const { $head } = state.selection;
  if ($head.parentOffset < $head.parent.content.size) return false;
  return finish(place, isOpen(state, place.details.pos) ? joinFirstLine(place) : null);
}

function joinFirstLine({ editor, details }: Place): Transaction {
  const { tr } = editor.state;
  const start = contentStart(details);
  const summaryEnd = start - 2;
  const first = details.node.lastChild?.firstChild;
  if (first?.isTextblock === true && first.type.spec.code !== true) {
    tr.delete(start, start + first.nodeSize).insert(summaryEnd, first.content);
  }
  return tr.setSelection(TextSelection.create(tr.doc, summaryEnd));
}

const isEmptyParagraph = (node: Node | null | undefined): boolean =>
  node?.type.name === 'paragraph' && node.childCount === 0;
