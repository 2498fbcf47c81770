import type { Mark, Node, ResolvedPos } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { Transform } from '@tiptap/pm/transform';
import { noteSign } from '../markdown/note-signs.ts';
import type { Note } from './notes.ts';

/** Sets a sign behind the text of each note, named for the note's index. */
export function markNotes(doc: Node, notes: readonly Note[]): Transform {
  const marked = new Transform(doc);
  for (const [index, { at }] of notes.entries()) {
    if (at === null) continue;
    setSign(marked, textPlace(marked.doc, marked.mapping.map(at, 1)), noteSign(`${index}`));
  }
  return marked;
}

function setSign(marked: Transform, place: ResolvedPos, sign: string): void {
  const { schema } = marked.doc.type;
  if (place.parent.inlineContent) {
    const [before, behind] = [place.nodeBefore?.marks ?? [], place.nodeAfter?.marks ?? []];
    const marks = before.filter((mark) => mark.isInSet(behind));
    marked.insert(place.pos, schema.text(sign, marks));
  } else {
    const line = schema.node('paragraph', null, [schema.text(sign)]);
    const index = place.index();
    if (place.parent.canReplaceWith(index, index, line.type)) marked.insert(place.pos, line);
    else {
      // Between rows or items.
      const text = Selection.findFrom(place, -1, true) ?? Selection.findFrom(place, 1, true);
      if (text) setSign(marked, text.$to, sign);
    }
  }
}

/** Links and code may have no footnotes inside. */
const isWhole = ({ type }: Mark): boolean => type.name === 'link' || type.name === 'code';

function textPlace(doc: Node, at: number): ResolvedPos {
  const place = doc.resolve(at);
  const { nodeBefore: before, nodeAfter: after } = place;
  const isInside = before?.marks.some((mark) => isWhole(mark) && mark.isInSet(after?.marks ?? []));
  return isInside && after ? textPlace(doc, at + after.nodeSize) : place;
}
