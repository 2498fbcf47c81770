/** Documents without an editor: ProseMirror's JSON, whatever the schema. */

/** A node as ProseMirror's JSON has it. Text nodes have `text`, others `content`. */
export interface DocumentNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DocumentNode[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: object }[];
}

const INLINE: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention', 'inlineMath']);
export const isInline = ({ type }: DocumentNode): boolean => INLINE.has(type);

export const childrenOf = (node: DocumentNode): readonly DocumentNode[] => node.content ?? [];
export const keyOf = (node: DocumentNode): string => JSON.stringify(node);

/** Equal for the same marks in any order. */
export const marksOf = ({ marks = [] }: DocumentNode): string =>
  marks.length === 0 ? '' : JSON.stringify(marks.map((mark) => JSON.stringify(mark)).toSorted());

/** Equal for the same type and attributes. */
export const headOf = ({ type, attrs = {} }: DocumentNode): string =>
  JSON.stringify([type, Object.entries(attrs).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Joins adjacent text with the same marks, as editors store it. */
export function joinText(nodes: readonly DocumentNode[]): DocumentNode[] {
  const joined: DocumentNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.text !== undefined && last?.text !== undefined && marksOf(last) === marksOf(node)) {
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    } else joined.push(node);
  }
  return joined;
}
