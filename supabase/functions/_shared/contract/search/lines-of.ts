/** A document as the lines that search knows: one for each block, several for a long one. */
import { childrenOf, isInline, type DocumentNode } from '../text/document-node.ts';
import { leafText } from '../text/leaf-text.ts';

export interface Line {
  readonly text: string;
  /** 0 for text that is no heading. */
  readonly level: number;
  /** Offsets of code and formulas in the text. */
  readonly code: readonly (readonly [from: number, to: number])[];
}

/** A caller that stops early reads no more of the document. */
export function* linesOf(node: DocumentNode, isCode = false): Generator<Line> {
  const inCode = isCode || node.type === 'codeBlock';
  if (leafText(node.type, node.attrs ?? {}) !== null) {
    yield* pieces([node], 0, true);
    return;
  }
  const children = childrenOf(node);
  const inline = children.filter(isInline);
  if (inline.length > 0) yield* pieces(inline, node.type === 'heading' ? levelOf(node) : 0, inCode);
  for (const child of children) if (!isInline(child)) yield* linesOf(child, inCode);
}

function* pieces(nodes: readonly DocumentNode[], level: number, isCode: boolean): Generator<Line> {
  const code: [number, number][] = [];
  let text = '';
  for (const child of nodes) {
    const from = text.length;
    text += (child.text ?? leafText(child.type, child.attrs ?? {}) ?? '').replace(/\s*\n\s*/g, ' ');
    if (isCode || child.type.endsWith('Math') || child.marks?.some(({ type }) => type === 'code'))
      code.push([from, text.length]);
  }
  for (const [from, to] of cutLong(text)) {
    const line = text.slice(from, to).trimEnd();
    if (line.trim() === '') continue;
    yield { text: line, level, code: code.map(([a, b]) => [a - from, b - from]) };
  }
}

function levelOf({ attrs = {} }: DocumentNode): number {
  const { level } = attrs;
  return typeof level === 'number' && level >= 1 && level <= 6 ? Math.floor(level) : 1;
}

const LONG = 500;
/** The end of a sentence, else a space, within the last letters of a piece. */
const SENTENCE_END = /^.{200,500}[.!?…。！？]["“”’»)]*(?:\s+|(?<=[。！？]))/su;
const SPACE = /^.{300,600}\s+/su;

function* cutLong(text: string): Generator<readonly [from: number, to: number]> {
  let from = 0;
  while (text.length - from > LONG + 100) {
    const rest = text.slice(from, from + LONG + 100);
    const piece = (SENTENCE_END.exec(rest) ?? SPACE.exec(rest))?.[0] ?? rest.replace(/[\uD800-\uDBFF]$/, '');
    yield [from, from + piece.length];
    from += piece.length;
  }
  yield [from, text.length];
}
