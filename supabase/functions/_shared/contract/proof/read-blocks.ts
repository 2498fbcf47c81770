/** The text of a document, block by block, with the author of each unit. */
import * as Y from 'yjs';
import type { Id } from '../authorship/id-ranges.ts';
import { isInline } from '../text/document-node.ts';
import { leafText } from '../text/leaf-text.ts';
import { plainAttributes, sharedIn } from '../text/yjs-document.ts';
import type { BlockKind, ProvenBlock, RunMarks } from './proof-file.ts';

/** The author of a unit, as its place among those of the proof, or null; and what others did to the text at this place. */
export interface Authored {
  readonly author: number | null;
  readonly marks: RunMarks;
}
export type AuthorOf = (unit: Id) => Authored;

const KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ['heading', 'heading'],
  ['listItem', 'item'],
  ['taskItem', 'item'],
  ['blockquote', 'quote'],
  ['callout', 'quote'],
  ['codeBlock', 'code'],
  ['tableCell', 'cell'],
  ['tableHeader', 'cell'],
  ['blockMath', 'formula'],
  ['image', 'image'],
  ['horizontalRule', 'rule'],
]);

/** Without blocks that are empty. */
export function readBlocks(root: Y.XmlFragment, authorOf: AuthorOf): ProvenBlock[] {
  const blocks: ProvenBlock[] = [];
  const visit = (parent: Y.XmlFragment, kind: BlockKind): void => {
    const children = sharedIn(parent);
    if (children.every(isInLine))
      return add(
        parent,
        kind,
        children.flatMap((one) => runsOf(one, authorOf)),
      );
    for (const child of children) {
      if (child instanceof Y.XmlText) add(child, kind, runsOf(child, authorOf));
      else visit(child, KINDS.get(child.nodeName) ?? kind);
    }
  };
  const add = (of: Y.XmlFragment | Y.XmlText, kind: BlockKind, runs: readonly Run[]): void => {
    // The attributes of a formula are its text, whatever it contains.
    const own = of instanceof Y.XmlElement && kind === 'formula' ? runsOf(of, authorOf) : runs;
    const isShown = own.length > 0 || kind === 'image' || kind === 'rule';
    if (isShown) blocks.push({ kind, ...levelOf(of, kind), runs: joinRuns(own) });
  };
  visit(root, 'paragraph');
  return blocks;
}

/** All of it, as `canonicalText` takes it. */
export const textOfBlocks = (blocks: readonly ProvenBlock[]): string =>
  blocks.map(({ runs }) => runs.map(([, text]) => text).join('')).join('\n');

interface Run extends Authored {
  readonly text: string;
}

const isInLine = (child: Y.XmlElement | Y.XmlText): boolean =>
  child instanceof Y.XmlText || isInline({ type: child.nodeName });

function levelOf(of: Y.XmlFragment | Y.XmlText, kind: BlockKind): { level?: number } {
  const level: unknown = of instanceof Y.XmlElement && kind === 'heading' ? of.getAttribute('level') : null;
  return Number.isInteger(level) ? { level: Number(level) } : {};
}

/** Of a text, or of an element whose attributes are its text. */
function runsOf(child: Y.XmlElement | Y.XmlText, authorOf: AuthorOf): Run[] {
  if (child instanceof Y.XmlElement) {
    const text = leafText(child.nodeName, plainAttributes(child));
    const id = child._item?.id;
    return text === null || text === '' || !id ? [] : [{ ...authorOf(id), text }];
  }
  const runs: Run[] = [];
  for (let item = child._start; item; item = item.right) {
    const { content, deleted, id } = item;
    if (deleted || !(content instanceof Y.ContentString)) continue;
    for (let at = 0; at < content.str.length; at += 1)
      runs.push({ ...authorOf({ client: id.client, clock: id.clock + at }), text: content.str[at]! });
  }
  return runs;
}

function joinRuns(runs: readonly Run[]): ProvenBlock['runs'] {
  const joined: { author: number | null; marks: RunMarks; parts: string[] }[] = [];
  for (const { author, marks, text } of runs) {
    const last = joined.at(-1);
    if (last?.author === author && goesOn(last.marks, marks)) {
      last.parts.push(text);
      last.marks = { ...last.marks, ...marks };
    } else joined.push({ author, marks, parts: [text] });
  }
  return joined.map(({ author, marks, parts }) => {
    const text = parts.join('');
    return Object.keys(marks).length === 0 ? [author, text] : [author, text, marks];
  });
}

const goesOn = (last: RunMarks, next: RunMarks): boolean =>
  last.placedBy === next.placedBy && last.shortenedAfter === undefined && next.shortenedBefore === undefined;
