/** Ranges in our own files, by bookmarks that Word does not show: quotes and items of lists that it has no way to hold together. */
import { element, isElement, type XmlElement, type XmlNode } from './read-xml.ts';
import { SCOPE_NAME, type ScopeKind } from './write-names.ts';

/** The name of an element with the blocks of a range; its attribute `kind` is a `ScopeKind`. */
export const SCOPE = 'scope';
export const kindOfScope = ({ attributes }: XmlElement): ScopeKind => attributes['kind'] as ScopeKind;

interface OpenScope {
  readonly id: string;
  readonly kind: string;
  readonly children: XmlElement[];
}

/** The blocks, with those of each range in an element of its own. Word moves bookmarks between paragraphs into them. */
export function nestScopes(blocks: readonly XmlElement[]): readonly XmlElement[] {
  const open: [OpenScope, ...OpenScope[]] = [{ id: '', kind: '', children: [] }];
  const add = (block: XmlElement): unknown => (open.at(-1) ?? open[0]).children.push(block);
  const close = (id: string): void => {
    const from = open.findLastIndex((scope) => scope.id === id);
    for (const { kind, children } of from > 0 ? open.slice(from).toReversed() : []) {
      open.pop();
      add(element(SCOPE, { kind }, children));
    }
  };
  for (const block of blocks) {
    const { starts, before, behind } = marksOf(block);
    before.forEach(close);
    for (const { id, kind } of starts) open.push({ id, kind, children: [] });
    if (!MARKS.includes(block.name)) add(block);
    behind.forEach(close);
  }
  close(open[1]?.id ?? '');
  return open[0].children;
}

const MARKS: readonly string[] = ['w:bookmarkStart', 'w:bookmarkEnd'];
const SHOWN: readonly string[] = ['w:r', 'w:hyperlink', 'w:sdt', 'm:oMath', 'm:oMathPara'];

/** Ends of ranges may stand at the start of the next paragraph. */
function marksOf(block: XmlElement) {
  const inside = MARKS.includes(block.name) ? [block] : block.name === 'w:p' ? block.children : [];
  const starts = inside.flatMap((node) => {
    const [, kind] = (isElement(node) && SCOPE_NAME.exec(node.attributes['w:name'] ?? '')) || [];
    return isElement(node) && kind !== undefined ? [{ id: node.attributes['w:id'] ?? '', kind }] : [];
  });
  const first = inside.findIndex((node) => isElement(node) && SHOWN.includes(node.name));
  const ends = (nodes: readonly XmlNode[]): string[] =>
    nodes.flatMap((node) =>
      isElement(node) && node.name === 'w:bookmarkEnd' ? [node.attributes['w:id'] ?? ''] : [],
    );
  return {
    starts,
    before: ends(inside.slice(0, Math.max(0, first))),
    behind: ends(inside.slice(Math.max(0, first))),
  };
}
