import { Fragment, Slice, type Mark, type Node, type Schema } from '@tiptap/pm/model';

/** As every program and system writes them. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** A paragraph of more, such as a log, is slow to write in: each line becomes one. */
const MOST_LINES = 200;

/**
 * Plain text as it stands: a line stays a line, an empty line parts two paragraphs, and spaces stay. So text that is copied
 * from here as plain text comes back as it was.
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
