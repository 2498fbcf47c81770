/** Copied content as plain text, for programs that take nothing else. */
import { Fragment, type Node, type Slice } from '@tiptap/pm/model';
import { leafText } from '#contract/text/leaf-text.ts';

/**
 * Lists keep markers and indents, cells are separated by tabs and rows by lines, blocks by one empty line. Content of a
 * single line of text has no marker. `skipped`: by depth, how many items precede the content in its first list.
 */
export function textOfSlice(slice: Slice, skipped: readonly number[] = []): string {
  let { content, openStart, openEnd } = slice;
  let [root, depth] = [content, 0];
  for (let level = 1; content.childCount === 1 && openStart > 0 && openEnd > 0; level += 1) {
    const node = content.child(0);
    if (node.isTextblock) return textOfLine(node);
    [content, openStart, openEnd] = [node.content, openStart - 1, openEnd - 1];
    if (isCell(node)) [root, depth] = [content, level];
  }
  // A text ends with an empty line for the caret.
  return linesOfBlocks(root, skipped.slice(depth)).join('\n').replace(/\n+$/, '');
}

function linesOfBlocks(blocks: Fragment, skipped: readonly number[]): string[] {
  if (blocks.firstChild?.type.name === 'tableRow') return linesOfRows(blocks);
  return blocks.content.flatMap((block, at) => {
    const isTogether = block.type.name.endsWith('Item');
    const gap = at === 0 || isTogether ? [] : [''];
    return [...gap, ...linesOf(block, at === 0 ? skipped : [])];
  });
}

function linesOf(block: Node, [own = 0, ...inner]: readonly number[]): string[] {
  const { name } = block.type;
  if (block.isTextblock) return textOfLine(block).split('\n');
  if (block.isLeaf) return textOfLeaf(block).split('\n');
  if (name.endsWith('List'))
    return block.content.content.flatMap((item, at) =>
      linesOfItem(item, markerOf(block, item, at + own), at === 0 ? inner.slice(1) : []),
    );
  if (name === 'tableRow') return linesOfRows(Fragment.from(block));
  return linesOfBlocks(block.content, inner);
}

function markerOf(list: Node, item: Node, at: number): string {
  if (list.type.name === 'orderedList') return `${Number(list.attrs['start'] ?? 1) + at}. `;
  if (list.type.name === 'taskList') return item.attrs['checked'] === true ? '- [x] ' : '- [ ] ';
  return '- ';
}

function linesOfItem(item: Node, marker: string, skipped: readonly number[]): string[] {
  const lines = item.content.content.flatMap((block, at) => linesOf(block, at === 0 ? skipped : []));
  // Nested boxes stand under the dash, as in Markdown.
  const indent = ' '.repeat(marker.startsWith('-') ? 2 : marker.length);
  return lines.map((line, at) => (at === 0 ? marker + line : line && indent + line));
}

/** A merged cell stands in its first row and column; the others that it covers are empty. */
function linesOfRows(rows: Fragment): string[] {
  // By column: the number of following rows in which a cell from above covers it.
  const covered: number[] = [];
  return rows.content.map((row) => {
    const texts: string[] = [];
    const passCovered = (): void => {
      for (let left = covered[texts.length] ?? 0; left > 0; left = covered[texts.length] ?? 0) {
        covered[texts.length] = left - 1;
        texts.push('');
      }
    };
    for (const cell of row.children) {
      passCovered();
      const { colspan, rowspan } = cell.attrs as { colspan: number; rowspan: number };
      for (let column = 0; column < colspan; column += 1) {
        covered[texts.length] = rowspan - 1;
        texts.push(column === 0 ? textOfCell(cell) : '');
      }
    }
    passCovered();
    return texts.join('\t');
  });
}

const textOfCell = (cell: Node): string =>
  linesOfBlocks(cell.content, []).filter(Boolean).join(' ').replaceAll('\t', ' ');

const isCell = ({ type: { name } }: Node): boolean => name === 'tableCell' || name === 'tableHeader';

const textOfLine = (line: Node): string => line.textBetween(0, line.content.size, '', textOfLeaf);

const textOfLeaf = ({ type: { name }, attrs }: Node): string => {
  if (name === 'horizontalRule') return '---';
  if (name === 'image') return typeof attrs['alt'] === 'string' ? attrs['alt'] : '';
  return leafText(name, attrs) ?? '';
};
