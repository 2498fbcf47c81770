/** Ranges of blocks that Word has no way to hold together: bookmarks, which it keeps and does not show. */
import { BookmarkEnd, FileChild, Paragraph, XmlAttributeComponent, type Table } from 'docx';
import type { Desk } from './desk.ts';
import { scopeName, type ScopeKind } from './write-names.ts';

/** Numbers of comments count from 0 too, but bookmarks have numbers of their own. */
export type Block = Paragraph | Table | Edge;

class EdgeAttributes extends XmlAttributeComponent<{ readonly id: string; readonly name?: string }> {
  protected override readonly xmlKeys = { id: 'w:id', name: 'w:name' };
}

/** The start or end of a range between blocks. */
export class Edge extends FileChild {
  constructor(element: 'w:bookmarkStart' | 'w:bookmarkEnd', id: number, name?: string) {
    super(element);
    this.root.push(new EdgeAttributes({ id: String(id), ...(name === undefined ? {} : { name }) }));
  }
}

export function holdTogether(kind: ScopeKind, blocks: readonly Block[], { nextScope }: Desk): Block[] {
  const id = nextScope();
  const start = new Edge('w:bookmarkStart', id, scopeName(kind, id));
  const last = blocks.at(-1);
  // A cell must end with a paragraph, so that the range ends in it.
  if (!(last instanceof Paragraph)) return [start, ...blocks, new Edge('w:bookmarkEnd', id)];
  last.addChildElement(new BookmarkEnd(id));
  return [start, ...blocks];
}

export const isShown = (block: Block): block is Paragraph | Table => !(block instanceof Edge);
