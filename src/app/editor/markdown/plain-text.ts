import { Fragment, Slice, type Mark, type Node, type Schema } from '@tiptap/pm/model';

/** Line ends of all programs and systems. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Longer paragraphs, such as logs, are slow to edit: each of their lines becomes a paragraph. */
const MOST_LINES = 200;

/**
 * Plain text without changes: lines stay lines, empty lines separate paragraphs, spaces stay. Plain text copied from
 * here pastes unchanged.
 */
export function readPlainText(schema: Schema, text: string, marks: readonly Mark[]): Slice {
  const plain = text.replaceAll(LINE_END, '\n').replace(/\n$/, '');
  const paragraphs = plain.split('\n\n').flatMap((block) => {
    const lines = block.split('\n');
    const parts = lines.length > MOST_LINES ? lines.map((line) => [line]) : [lines];
    return parts.map((part) => paragraphOf(schema, part, marks));
  });
  return Slice.maxOpen(Fragment.from(paragraphs));
}

function paragraphOf(schema: Schema, lines: readonly string[], marks: readonly Mark[]): Node {
  const content = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [schema.node('hardBreak', null, [], marks)]),
    ...(line === '' ? [] : [schema.text(line, marks)]),
  ]);
  return schema.node('paragraph', null, content);
}
