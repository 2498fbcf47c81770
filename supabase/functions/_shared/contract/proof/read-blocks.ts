/** The text of a document, block by block, with the author of each unit. */
import * as Y from 'yjs';
import type { Id } from '../authorship/id-ranges.ts';
import { isInline } from '../text/document-node.ts';
import { leafText } from '../text/leaf-text.ts';
import { plainAttributes, sharedIn } from '../text/yjs-document.ts';
import type { BlockKind, ProvenBlock } from './proof-file.ts';

/** The place of a unit's author among those of the proof, or null. */
export type AuthorOf = (unit: Id) => number | null;

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

type Run = ProvenBlock['runs'][number];

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
    return text === null || text === '' || !id ? [] : [[authorOf(id), text]];
  }
  const runs: Run[] = [];
  for (let item = child._start; item; item = item.right) {
    const { content, deleted, id } = item;
    if (deleted || !(content instanceof Y.ContentString)) continue;
    for (let at = 0; at < content.str.length; at += 1)
      runs.push([authorOf({ client: id.client, clock: id.clock + at }), content.str[at]!]);
  }
  return runs;
}

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: { author: number | null; parts: string[] }[] = [];
  for (const [author, text] of runs) {
    const last = joined.at(-1);
    if (last?.author === author) last.parts.push(text);
    else joined.push({ author, parts: [text] });
  }
  return joined.map(({ author, parts }) => [author, parts.join('')]);
}
