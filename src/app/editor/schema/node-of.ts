import type { NodeType, Schema } from '@tiptap/pm/model';

/** The node type of that name; throws when the schema lacks it. */
export function nodeOf(schema: Schema, name: string): NodeType {
  const type = schema.nodes[name];
  if (!type) throw new Error(`the schema has no ${name}`);
  return type;
}
