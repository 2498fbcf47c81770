import type { Editor } from '@tiptap/core';
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { Run, Segment } from '../room/deleted-words.ts';

/** Puts words that were deleted back in behind the caret, with their formatting where that is possible. */
export function insertWords({ state, view }: Editor, runs: readonly Run[]): void {
  const { selection, schema, tr } = state;
  const { $to } = selection;
  const nodes = Fragment.from(runs.flat().map((segment) => textNode(schema, segment, $to.parent)));
  const paragraph = schema.nodes['paragraph'];
  if ($to.parent.inlineContent) tr.insert($to.pos, nodes);
  else if (paragraph) tr.insert($to.pos, paragraph.create(null, nodes));
  const end = tr.mapping.map($to.pos);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)).scrollIntoView());
  view.focus();
}

function textNode(schema: Schema, { text, marks }: Segment, parent: Node): Node {
  const known = Object.entries(marks).flatMap(([name, value]) => markOf(schema, name, value));
  return schema.text(text, parent.inlineContent ? parent.type.allowedMarks(known) : known);
}

/** In the shared text, a mark that may stand several times on one letter has a hash behind its name. */
function markOf(schema: Schema, name: string, value: unknown): Mark[] {
  const type = schema.marks[name.replace(/--.*$/, '')];
  return type ? [type.create(typeof value === 'object' ? value : null)] : [];
}
