import { mergeAttributes, Mark, Node, type Extensions } from '@tiptap/core';
import { isInline, type DocumentNode } from '#contract/comparison/document-node.ts';
import type { ChangeKind, Comparison, Part } from '#contract/comparison/parts.ts';

/** How a part of a change is drawn. */
type Look = 'added' | 'removed' | 'formatted' | 'moved-to' | 'moved-from';

interface Drawn {
  readonly id: number;
  readonly look: Look;
}

/** Both documents of a comparison in one, with the changes as marks on text and as boxes around blocks. */
export function mergeContent({ parts, changes }: Comparison): DocumentNode[] {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]));
  return parts.flatMap((part) => mergePart(part, kinds));
}

type Kinds = ReadonlyMap<number, ChangeKind>;

function mergePart(part: Part, kinds: Kinds): DocumentNode[] {
  switch (part.kind) {
    case 'same':
      return [part.node];
    case 'before':
    case 'after':
      return [draw(part.node, { id: part.id, look: lookOf(part, kinds) })];
    case 'formatted':
      return [draw(part.after, { id: part.id, look: 'formatted' })];
    case 'inside': {
      const content = part.parts.flatMap((inner) => mergePart(inner, kinds));
      const node = { ...part.after, content };
      return [part.id === null ? node : draw(node, { id: part.id, look: 'formatted' })];
    }
  }
}

function lookOf({ kind, id }: Extract<Part, { kind: 'before' | 'after' }>, kinds: Kinds): Look {
  const isOld = kind === 'before';
  if (kinds.get(id) === 'moved') return isOld ? 'moved-from' : 'moved-to';
  return isOld ? 'removed' : 'added';
}

/** HTML allows no box around these: their content is drawn instead. */
const WITHOUT_BOX: ReadonlySet<string> = new Set([
  'listItem',
  'taskItem',
  'tableRow',
  'tableCell',
  'tableHeader',
  'detailsSummary',
  'detailsContent',
]);

function draw(node: DocumentNode, drawn: Drawn): DocumentNode {
  if (isInline(node)) return { ...node, marks: [...(node.marks ?? []), { type: 'change', attrs: drawn }] };
  if (!WITHOUT_BOX.has(node.type)) return { type: 'changedBlock', attrs: { ...drawn }, content: [node] };
  return { ...node, content: (node.content ?? []).map((inner) => draw(inner, drawn)) };
}

const attributesOf = ({ id, look }: Drawn) => ({ 'data-change': id, class: `change change-${look}` });
const drawnSchema = () => ({ id: { default: 0 }, look: { default: 'added' } });
const readDrawn = (attrs: Readonly<Record<string, unknown>>): Drawn => ({
  id: Number(attrs['id']),
  look: attrs['look'] as Look,
});

/** What a merged document has besides the schema of documents. */
export const CHANGES: Extensions = [
  Mark.create({
    name: 'change',
    addAttributes: drawnSchema,
    renderHTML({ mark, HTMLAttributes }) {
      const drawn = readDrawn(mark.attrs);
      const tag = { added: 'ins', 'moved-to': 'ins', removed: 'del', 'moved-from': 'del', formatted: 'span' };
      return [tag[drawn.look], mergeAttributes(HTMLAttributes, attributesOf(drawn)), 0];
    },
  }),
  Node.create({
    name: 'changedBlock',
    group: 'block',
    content: 'block',
    addAttributes: drawnSchema,
    renderHTML({ node, HTMLAttributes }) {
      return ['div', mergeAttributes(HTMLAttributes, attributesOf(readDrawn(node.attrs))), 0];
    },
  }),
];
