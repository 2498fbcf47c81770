import { Mark, Node, type Extensions } from '@tiptap/core';
import type { Actor } from '#contract/authorship/name-actors.ts';
import { isInline, type DocumentNode } from '#contract/text/document-node.ts';
import { BOX, CHANGE } from '#contract/comparison/fit-nodes.ts';
import type { ChangeKind, Part, TitledComparison } from '#contract/comparison/parts.ts';
import { withLeastSpans } from '#contract/comparison/table-shape.ts';
import type { ThreadMarker } from './mark-threads.ts';
import { byShare, divideByWords } from './marks-of-words.ts';
import type { Actors } from './use-actors.ts';

type Names = readonly (string | null)[];

/** Look of a part of a change. */
export type Look = 'added' | 'removed' | 'formatted' | 'moved-to' | 'moved-from';

export interface Drawn {
  readonly id: number;
  readonly look: Look;
  /** Kind and author in words, such as “Added by Jana”; empty when the author is unknown. */
  readonly by: string;
  /** Ids of the authors; null for those whose accounts are gone. */
  readonly people: Names;
  readonly color: string | null;
  readonly isPlaced: boolean;
  readonly isShortened: boolean;
}

/**
 * Names a change in words, such as “Added by Jana and Petr”. `placers`: who put the text there; `shorteners`: who took other
 * text of its author away beside it.
 */
export type Describe = (kind: ChangeKind, names: Names, placers: Names, shorteners: Names) => string;

/** Input of a merge. `actors` is null until the authors are known. */
interface Merging {
  readonly kinds: ReadonlyMap<number, ChangeKind>;
  readonly actors: Actors | null;
  readonly describe: Describe;
  /** Marks threads in the later document. */
  readonly marker: ThreadMarker | null;
}

export interface Merged {
  /** Texts. */
  readonly title: readonly DocumentNode[];
  readonly content: readonly DocumentNode[];
}

/** Both documents of a comparison in one, with the changes as marks on text and as boxes around blocks. */
export function mergeContent(
  { title, parts, changes }: TitledComparison,
  actors: Actors | null,
  describe: Describe,
  marker: ThreadMarker | null = null,
): Merged {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]));
  const merging = { kinds, actors, describe, marker: null };
  return {
    title: title.flatMap((part) => mergePart(part, merging)),
    content: parts.flatMap((part) => mergePart(part, { ...merging, marker })),
  };
}

function mergePart(part: Part, merging: Merging): DocumentNode[] {
  const { marker } = merging;
  const mark = (nodes: DocumentNode[]): DocumentNode[] => marker?.mark(nodes) ?? nodes;
  switch (part.kind) {
    case 'same':
      return mark([part.node]);
    case 'before':
      return drawEach(part, part.node, merging);
    case 'after':
      return mark(drawEach(part, part.node, merging));
    case 'formatted':
      return mark(drawEach(part, part.after, merging));
    case 'inside': {
      const close = marker?.open();
      const content = part.parts.flatMap((inner) => mergePart(inner, merging));
      const node = { ...withLeastSpans(part.before, part.after), content };
      const drawn = part.id === null ? [node] : drawEach(part, node, merging);
      return close ? drawn.map(close) : drawn;
    }
  }
}

type Changed = Exclude<Part, { kind: 'same' }>;

/** Text of several authors is drawn in pieces; a block as its main author's, with the text of others marked as theirs. */
function drawEach(part: Changed, node: DocumentNode, merging: Merging): DocumentNode[] {
  const { authors, units } = listAuthors(merging.actors?.parts.get(part) ?? []);
  const drawn = (by: readonly number[]): Drawn =>
    drawnBy(
      part,
      by.map((place) => authors[place]!),
      merging,
    );
  if (node.text !== undefined)
    return cutByWords(node, node.text, units, (piece, by) => draw(piece, drawn(by)));
  const [main] = byShare(units);
  return [draw(markOthers(node, units, main, drawn), drawn(main === undefined ? [] : [main]))];
}

/** The client that changed a unit, and clients that did more to the text there. */
interface Author {
  readonly client: number;
  readonly placer: number | null;
  readonly shortener: number | null;
}

/** The distinct authors of a part, and the place of each unit's among them; null for an unknown one. */
function listAuthors(actors: readonly Actor[]) {
  const found = new Map<string, number>();
  const authors: Author[] = [];
  const placeOf = (author: Author): number => {
    const key = Object.values(author).join();
    const place = found.get(key) ?? authors.push(author) - 1;
    found.set(key, place);
    return place;
  };
  const units = actors.flatMap(({ client, length, placers = [], missing = [[], []] }) => {
    if (client === null) return Array.from({ length }, () => null);
    const author = { client, placer: placers[0] ?? null, shortener: null };
    const places = Array.from({ length }, () => placeOf(author));
    for (const [gap, at] of [
      [missing[0], 0],
      [missing[1], length - 1],
    ] as const)
      if (gap[0]) places[at] = placeOf({ ...author, shortener: gap[0].remover });
    return places;
  });
  return { authors, units };
}

function cutByWords(
  node: DocumentNode,
  text: string,
  units: readonly (number | null)[],
  drawPiece: (piece: DocumentNode, by: readonly number[]) => DocumentNode,
): DocumentNode[] {
  let at = 0;
  return divideByWords(text, units).map(({ clients: by, length }) => {
    at += length;
    return drawPiece({ ...node, text: text.slice(at - length, at) }, by);
  });
}

function markOthers(
  node: DocumentNode,
  units: readonly (number | null)[],
  main: number | undefined,
  drawn: (by: readonly number[]) => Drawn,
): DocumentNode {
  if (units.every((place) => place === null || place === main)) return node;
  let at = 0;
  const mark = (one: DocumentNode): DocumentNode[] => {
    const { text, content } = one;
    if (text === undefined) {
      at += 1;
      return [content ? { ...one, content: content.flatMap(mark) } : one];
    }
    at += text.length;
    return cutByWords(one, text, units.slice(at - text.length, at), (piece, by) =>
      by[0] === undefined || by[0] === main ? piece : draw(piece, drawn(by)),
    );
  };
  return mark(node)[0]!;
}

/** In the color of the first of them. */
function drawnBy(part: Changed, by: readonly Author[], { kinds, actors, describe }: Merging): Drawn {
  const id = part.id ?? 0;
  const look = lookOf(part, kinds.get(id));
  const writersOf = (clients: readonly (number | null)[]) =>
    clients.flatMap((client) => (client === null ? [] : (actors?.writers.get(client) ?? [])));
  const namesOf = (clients: readonly (number | null)[]): Names => [
    ...new Set(writersOf(clients).map(({ name }) => name)),
  ];
  const clients = by.map(({ client }) => client);
  const [names, placers, shorteners] = [
    namesOf(clients),
    namesOf(by.map(({ placer }) => placer)),
    namesOf(by.map(({ shortener }) => shortener)),
  ];
  return {
    id,
    look,
    by: names.length === 0 ? '' : describe(KIND_OF_LOOK[look], names, placers, shorteners),
    people: [...new Set(writersOf(clients).map(({ id: person }) => person))],
    color: writersOf(clients)[0]?.color ?? null,
    isPlaced: placers.length > 0,
    isShortened: shorteners.length > 0,
  };
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
  if (isInline(node)) return { ...node, marks: [...(node.marks ?? []), { type: CHANGE, attrs: drawn }] };
  if (!WITHOUT_BOX.has(node.type)) return { type: BOX, attrs: { ...drawn }, content: [node] };
  return { ...node, content: (node.content ?? []).map((inner) => draw(inner, drawn)) };
}

const drawnSchema = () => ({
  id: { default: 0 },
  look: { default: 'added' },
  by: { default: '' },
  people: { default: [] },
  color: { default: null },
  isPlaced: { default: false },
  isShortened: { default: false },
});

/** Mark and node that only merged documents have. */
export const CHANGES: Extensions = [
  Mark.create({ name: CHANGE, addAttributes: drawnSchema }),
  Node.create({
    name: BOX,
    group: 'block',
    content: 'block',
    addAttributes: drawnSchema,
  }),
];
