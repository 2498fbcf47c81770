/** Turns the blocks of a file into nodes, through the rules of paste: nothing enters that a paste could not bring. */
import { DOMParser as SchemaParser, type Node, type Schema } from '@tiptap/pm/model';
import { LossBook, type Loss } from '#contract/formats/loss.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { readRendered } from '../markdown/from-markdown.ts';
import { cleanCopiedHtml } from '../paste/clean-html.ts';
import { readFormulas } from '../paste/read-formulas.ts';
import { fitBlock } from './fit-block.ts';
import {
  linkForeignPictures,
  noteMissingPictures,
  noteLinks,
  noteObjects,
  placePictures,
  type Pictures,
} from './read-addresses.ts';
import { splitLong } from './split-long.ts';
import { takeSignsInSteps, type SignedRange } from './take-signs.ts';

export interface ArrivingBlocks {
  readonly blocks: readonly string[];
  /** `own`: the HTML that our own renderer writes, which has no looks to clean. */
  readonly source: 'foreign' | 'own';
}

export interface ReadBlocks {
  readonly nodes: readonly DocumentNode[];
  /** Where threads stand, as offsets in the text that `readPassages` returns; by the ids of their signs. */
  readonly threads: ReadonlyMap<string, SignedRange>;
  readonly losses: readonly Loss[];
}

export interface ReadingTools {
  readonly schema: Schema;
  readonly pictures: Pictures;
  /** MathML as LaTeX. */
  readonly writeLatex: (mathml: string) => string;
  /** Receives the share that is done, up to 1. */
  readonly onProgress?: (share: number) => void;
}

/** One step is a block, or a part of a long one. */
export function* readBlocks(
  { blocks, source }: ArrivingBlocks,
  tools: ReadingTools,
): Generator<undefined, ReadBlocks> {
  const book = new LossBook();
  const nodes: DocumentNode[] = [];
  for (const [at, block] of blocks.entries()) {
    const parts = source === 'foreign' ? yield* splitLong(block) : [block];
    for (const [place, part] of parts.entries()) {
      const read =
        source === 'foreign'
          ? readForeign(part, tools, book, nodes.length)
          : readOwn(part, tools, book, nodes.length);
      read?.forEach((node) => nodes.push(...fitBlock(node.toJSON() as DocumentNode, book, nodes.length)));
      tools.onProgress?.((at + (place + 1) / parts.length) / blocks.length);
      yield;
    }
  }
  const { nodes: bare, ranges } = yield* takeSignsInSteps(nodes);
  return { nodes: bare, threads: ranges, losses: book.list() };
}

function readForeign(
  html: string,
  { schema, pictures, writeLatex }: ReadingTools,
  book: LossBook,
  at: number,
): Node | null {
  noteLinks(html, book, at);
  noteObjects(html, book, at);
  const clean = cleanCopiedHtml(placePictures(html, pictures, book, at), writeLatex);
  const { body } = new DOMParser().parseFromString(clean, 'text/html');
  linkForeignPictures(body, book, at);
  if (body.childNodes.length === 0) return null;
  return SchemaParser.fromSchema(schema).parse(body);
}

function readOwn(
  html: string,
  { schema, pictures, writeLatex }: ReadingTools,
  book: LossBook,
  at: number,
): Node {
  noteLinks(html, book, at);
  const placed = placePictures(html, pictures, book, at);
  noteMissingPictures(placed, book, at);
  return readRendered(schema, WORD_FORMULA.test(html) ? readWordFormulas(placed, writeLatex) : placed);
}

/** One that was written or changed in Word has no other source. */
const WORD_FORMULA = /<m:omath/i;

function readWordFormulas(html: string, writeLatex: ReadingTools['writeLatex']): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  readFormulas(body, writeLatex);
  return body.innerHTML;
}
