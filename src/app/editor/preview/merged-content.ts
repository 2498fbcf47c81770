import { Mark, Node, type Extensions } from '@tiptap/core';
import type { Actor } from '#contract/authorship/name-actors.ts';
import { isInline, type DocumentNode } from '#contract/text/document-node.ts';
import { BOX } from '#contract/comparison/fit-nodes.ts';
import type { ChangeKind, Comparison, Part } from '#contract/comparison/parts.ts';
import { withLeastSpans } from '#contract/comparison/table-shape.ts';
import type { Actors } from './use-actors.ts';

/** Look of a part of a change. */
export type Look = 'added' | 'removed' | 'formatted' | 'moved-to' | 'moved-from';

export interface Drawn {
  readonly id: number;
  readonly look: Look;
  /** Kind and author in words, such as “Added by Jana”; empty when the author is unknown. */
  readonly by: string;
  readonly color: string | null;
}

/** Names a change in words, such as “Added by Jana”. */
export type Describe = (kind: ChangeKind, name: string | null) => string;

/** Input of a merge. `actors` is null until the authors are known. */
interface Merging {
  readonly kinds: ReadonlyMap<number, ChangeKind>;
  readonly actors: Actors | null;
  readonly describe: Describe;
}

/** Both documents of a comparison in one, with the changes as marks on text and as boxes around blocks. */
export function mergeContent(
  { parts, changes }: Comparison,
  actors: Actors | null,
  describe: Describe,
): DocumentNode[] {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]));
  return parts.flatMap((part) => mergePart(part, { kinds, actors, describe }));
}

function mergePart(part: Part, merging: Merging): DocumentNode[] {
  switch (part.kind) {
    case 'same':
      return [part.node];
    case 'before':
    case 'after':
      return drawEach(part, part.node, merging);
    case 'formatted':
      return drawEach(part, part.after, merging);
    case 'inside': {
      const content = part.parts.flatMap((inner) => mergePart(inner, merging));
      const node = { ...withLeastSpans(part.before, part.after), content };
      return part.id === null ? [node] : drawEach(part, node, merging);
    }
  }
}

type Changed = Exclude<Part, { kind: 'same' }>;

/** Text of several authors is drawn in pieces; a block as its main author's, with the text of others marked as theirs. */
function drawEach(part: Changed, node: DocumentNode, merging: Merging): DocumentNode[] {
  const actors = merging.actors?.parts.get(part) ?? [];
  const { text } = node;
  if (text === undefined || actors.length < 2) {
    const [main] = actors.toSorted(
      (a, b) => Number(b.client !== null) - Number(a.client !== null) || b.length - a.length,
    );
    const client = main?.client ?? null;
    const marked = markOthers(node, actors, client, (other) => drawnBy(part, other, merging));
    return [draw(marked, drawnBy(part, client, merging))];
  }
  let at = 0;
  return joinKept(actors).map(({ client, length }) => {
    at += length;
    return draw({ ...node, text: text.slice(at - length, at) }, drawnBy(part, client, merging));
  });
}

/** Letters that a changed word kept belong to the change next to them, so that the word is one mark. */
function joinKept(actors: readonly Actor[]): readonly Actor[] {
  const joined: Actor[] = [];
  for (const { client, length } of actors) {
    const last = joined.at(-1);
    const isSame = last && (client === null || last.client === null || client === last.client);
    if (isSame) joined[joined.length - 1] = { client: last.client ?? client, length: last.length + length };
    else joined.push({ client, length });
  }
  return joined;
}

function markOthers(
  node: DocumentNode,
  actors: readonly Actor[],
  main: number | null,
  drawnAs: (client: number) => Drawn,
): DocumentNode {
  if (actors.length < 2) return node;
  const clients = actors.flatMap(({ client, length }) => Array.from({ length }, () => client));
  let at = 0;
  const mark = (one: DocumentNode): DocumentNode[] => {
    const { text, content } = one;
    if (text === undefined) {
      at += 1;
      return [content ? { ...one, content: content.flatMap(mark) } : one];
    }
    const pieces: DocumentNode[] = [];
    for (const end = at + text.length; at < end;) {
      const [start, client = null] = [at, clients[at]];
      while (at < end && (clients[at] ?? null) === client) at += 1;
      const piece = { ...one, text: text.slice(text.length - end + start, text.length - end + at) };
      pieces.push(client === null || client === main ? piece : draw(piece, drawnAs(client)));
    }
    return pieces;
  };
  return mark(node)[0]!;
}

function drawnBy(part: Changed, client: number | null, { kinds, actors, describe }: Merging): Drawn {
  const id = part.id ?? 0;
  const look = lookOf(part, kinds.get(id));
  const writer = client === null ? undefined : actors?.writers.get(client);
  const kind = KIND_OF_LOOK[look];
  return { id, look, by: writer ? describe(kind, writer.name) : '', color: writer?.color ?? null };
}

const KIND_OF_LOOK: Readonly<Record<Look, ChangeKind>> = {
  added: 'added',
  removed: 'removed',
  formatted: 'formatted',
  'moved-to': 'moved',
  'moved-from': 'moved',
};

function lookOf({ kind }: Changed, change: ChangeKind | undefined): Look {
  if (kind === 'formatted' || kind === 'inside') return 'formatted';
  if (change === 'moved') return kind === 'before' ? 'moved-from' : 'moved-to';
  return kind === 'before' ? 'removed' : 'added';
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
  if (!WITHOUT_BOX.has(node.type)) return { type: BOX, attrs: { ...drawn }, content: [node] };
  return { ...node, content: (node.content ?? []).map((inner) => draw(inner, drawn)) };
}

const drawnSchema = () => ({
  id: { default: 0 },
  look: { default: 'added' },
  by: { default: '' },
  color: { default: null },
});

/** Mark and node that only merged documents have. */
export const CHANGES: Extensions = [
  Mark.create({ name: 'change', addAttributes: drawnSchema }),
  Node.create({
    name: BOX,
    group: 'block',
    content: 'block',
    addAttributes: drawnSchema,
  }),
];
