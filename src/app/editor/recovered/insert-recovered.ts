import type { Editor } from '@tiptap/core';
import { Fragment, Slice, type Mark, type NodeType, type Node, type Schema } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { Paragraph, Segment } from '../../room/deleted-text.ts';

/** Inserts recovered text behind the caret, with the formatting that its new block allows. */
export function insertRecovered({ state, view }: Editor, paragraphs: readonly Paragraph[]): void {
  const { selection, schema, tr } = state;
  const { $to } = selection;
  const { type } = $to.parent;
  const paragraph = schema.nodes['paragraph'];
  const inlineOf = (runs: Paragraph, into: NodeType): Node[] =>
    runs.flat().map((segment) => textNode(schema, segment, into));
  if (type.inlineContent && (paragraphs.length === 1 || type.spec.code)) {
    const lines = paragraphs.map((runs) => inlineOf(runs, type));
    tr.insert(
      $to.pos,
      Fragment.from(lines.flatMap((line, at) => (at > 0 ? [schema.text('\n'), ...line] : line))),
    );
  } else if (paragraph) {
    const blocks = paragraphs.map((runs) => paragraph.create(null, inlineOf(runs, paragraph)));
    const open = type.inlineContent ? 1 : 0;
    tr.replace($to.pos, $to.pos, new Slice(Fragment.from(blocks), open, open));
  }
  const end = tr.mapping.map($to.pos);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)).scrollIntoView());
  view.focus();
}

function textNode(schema: Schema, { text, marks }: Segment, into: NodeType): Node {
  const known = Object.entries(marks).flatMap(([name, value]) => markOf(schema, name, value));
  return schema.text(text, into.allowedMarks(known));
}

/** In the shared text, a mark that can overlap itself has a hash after its name. */
function markOf(schema: Schema, name: string, value: unknown): Mark[] {
  const type = schema.marks[name.replace(/--.*$/, '')];
  return type ? [type.create(typeof value === 'object' ? value : null)] : [];
}
