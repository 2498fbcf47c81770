import type { NodeType, Schema } from '@tiptap/pm/model';

/** A kind of node that every document has. */
export function nodeOf(schema: Schema, name: string): NodeType {
  const type = schema.nodes[name];
  if (!type) throw new Error(`The schema has no ${name}`);
  return type;
}
