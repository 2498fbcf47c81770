/** Documents with comments, pictures and versions, and an archive of them in memory. */
import * as Y from 'yjs';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import type { Thread } from '#contract/comments/thread.ts';
import { writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import type { Version } from '../../../../../src/app/data/versions.ts';
import { writeMarkdown } from '../../../../../src/app/editor/out/write-markdown.ts';
import type { IndexTexts } from '../../../../../src/app/formats/archive/index-page.ts';
import {
  packDocument,
  type ArchiveWriters,
  type PackedDocument,
} from '../../../../../src/app/formats/archive/pack-document.ts';
import type { TakenDocument } from '../../../../../src/app/formats/archive/taken-document.ts';
import { writeArchive } from '../../../../../src/app/formats/archive/write-archive.ts';

export const ANN = id(1000);
export const NOW = new Date('2026-11-29T12:00:00Z');
export const PIXEL = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 1, 2, 3);

export function id(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const picturePath = (number: number): string => `${id(number)}/${id(number + 500)}.png`;

export interface Written {
  readonly number: number;
  readonly title: string;
  readonly nodes: readonly DocumentNode[];
  /** The text that a comment is about. */
  readonly commented?: string;
  /** The block that a comment is about: the first of this name. */
  readonly commentedBlock?: string;
}

/** As a server would return it to its owner. */
export function take(
  { number, title, nodes, commented, commentedBlock }: Written,
  more: Partial<TakenDocument> = {},
): TakenDocument {
  const doc = new Y.Doc();
  doc.clientID = number + 1;
  doc.getText(TITLE_ROOT).insert(0, title);
  const blocks = writeDocument(nodes).toArray() as Y.XmlElement[];
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    blocks.map((block) => block.clone()),
  );
  return {
    id: id(number),
    role: 'owner',
    owner: 'Ann',
    updatedAt: NOW,
    head: 7,
    updates: [Y.encodeStateAsUpdate(doc)],
    versions: [version(number)],
    comments: {
      threads: [
        ...(commented === undefined ? [] : [threadAt(doc, number, 'text', rangeOfText(doc, commented))]),
        ...(commentedBlock === undefined
          ? []
          : [threadAt(doc, number, 'node', rangeOfBlock(doc, commentedBlock))]),
      ],
      people: [{ id: ANN, name: 'Ann' }],
    },
    loadPicture: (path) =>
      Promise.resolve(path === picturePath(number) ? { bytes: PIXEL, type: 'image/png' } : null),
    ...more,
  };
}

const version = (number: number): Version => ({
  id: id(number + 2000),
  seq: 5,
  kind: 'named',
  name: `Draft ${number}`,
  note: null,
  typed: 12,
  deleted: 3,
  author: { id: ANN, name: 'Ann' },
  authors: [{ id: ANN, name: 'Ann', typed: 12, deleted: 3 }],
  createdAt: NOW,
  startedAt: null,
  restoredId: null,
  restoreSessionId: null,
});

function rangeOfText(doc: Y.Doc, quote: string): UnitRange {
  const passages = readPassages(doc);
  const start = passages.text.indexOf(quote);
  const piece = passages.pieces.find((one) => one.start <= start && start < one.start + one.length)!;
  return { client: piece.client, clock: piece.clock + start - piece.start, length: quote.length };
}

function rangeOfBlock(doc: Y.Doc, name: string): UnitRange {
  const elements = [...doc.getXmlFragment(TEXT_ROOT).createTreeWalker(() => true)];
  const found = elements.find((one) => one instanceof Y.XmlElement && one.nodeName === name)!;
  const { client, clock } = found._item!.id;
  return { client, clock, length: 1 };
}

function threadAt(doc: Y.Doc, number: number, kind: 'text' | 'node', range: UnitRange): Thread {
  const passages = readPassages(doc);
  const ranges = [range];
  const said = (text: string, place: number): Thread['comments'][number] => ({
    id: id(number * 10 + 5000 + place),
    author: ANN,
    file_author: null,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    created_at: NOW,
    edited_at: null,
    reactions: [],
  });
  return {
    id: id(number + (kind === 'text' ? 3000 : 4000)),
    version: 1,
    anchor: { kind, units: writeUnits(ranges), seq: 7, ...describeRanges(passages, ranges) },
    place: null,
    is_resolved: false,
    resolved_by: null,
    resolved_at: null,
    assignee: null,
    created_by: ANN,
    created_at: NOW,
    comments: [said('Is this right?', 0), said('Yes <b>', 1)],
  };
}

export const WRITERS: ArchiveWriters = {
  markdown: (doc) => Promise.resolve(writeMarkdown(doc)),
  html: null,
  docx: null,
};

export const pack = (taken: TakenDocument, writers = WRITERS): Promise<PackedDocument> =>
  packDocument(taken, { writers, untitled: 'Untitled', report: (error) => reported.push(error) });

export const reported: unknown[] = [];

export const TEXTS: IndexTexts = {
  title: 'Documents of Ann',
  madeAt: 'Made on 29 November 2026',
  count: '2 documents',
  search: 'Search titles',
  noneFound: 'No document has this title',
  choose: 'Choose a document.',
  untitled: 'Untitled',
  text: 'Text',
  files: 'Files',
  versions: 'Versions',
  comments: 'Comments',
  resolved: 'Resolved',
  deletedComment: 'Deleted comment',
  formerMember: 'Former member',
  unnamedVersion: 'Saved automatically',
  owner: (name) => `Owner: ${name}`,
  changed: (at) => `Changed ${at.toISOString()}`,
  time: (at) => at.toISOString(),
  missing: (name) => `${name} is missing`,
};

/** `places`: names of folders by the ids of documents. */
export async function zipOf(
  packed: readonly PackedDocument[],
  places: ReadonlyMap<string, string> = new Map(),
): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  await writeArchive({
    part: { number: 1, of: 1, ids: packed.map(({ entry }) => entry.id), bytes: 0 },
    places,
    read: (one) => Promise.resolve(packed.find(({ entry }) => entry.id === one) ?? null),
    write: (bytes) => {
      pieces.push(bytes);
      return Promise.resolve();
    },
    now: NOW,
    language: 'en-US',
    texts: TEXTS,
  });
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
