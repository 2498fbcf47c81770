/** Takes away that which a loss makes unequal, and nothing else: without it, both texts must be the same. */
import type { LossKind, LossSeverity } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { latexToMath } from 'docx/math';
import { mentionText, readLatex } from '#contract/text/leaf-text.ts';
import { LABELS } from '../../src/app/formats/docx/write-labels.ts';

/** Null to leave the node out. */
type Forget = (node: DocumentNode) => DocumentNode | null;
type Marks = NonNullable<DocumentNode['marks']>;

const FORGETS: Readonly<Partial<Record<`${LossKind} ${LossSeverity}`, Forget>>> = {
  'codeLanguage lost': (node) => without(node, 'codeBlock', 'language'),
  'formatting changed': (node) =>
    marksOf(node).some(({ type }) => type === 'superscript')
      ? withMarks(node, (marks) => marks.filter(({ type }) => type !== 'subscript'))
      : node,
  'formula changed': (node) =>
    node.type === 'inlineMath'
      ? withMarks(node, (marks) => marks.filter(({ type }) => type === 'link'))
      : node,
  'formula simplified': (node) => (isUnreadable(node) ? sourceOf(node) : node),
  'link changed': (node) =>
    withMarks(node, (marks) =>
      marks.map((mark) => (mark.type === 'link' ? { ...mark, attrs: { ...mark.attrs, title: null } } : mark)),
    ),
  'mention simplified': ({ type, attrs, ...more }) =>
    type === 'mention'
      ? { type: 'text', text: mentionText(attrs ?? {}), ...more }
      : keep({ type, attrs, ...more }),
  'picture changed': (node) => without(node, 'image', 'width'),
  'picture lost': (node) => (isMissingPicture(node) ? null : node),
  'table changed': (node) => {
    if (node.type !== 'tableCell' && node.type !== 'tableHeader') return node;
    const [first, ...others] = childrenOf(node);
    const isEmpty = others.length === 0 && (first === undefined || childrenOf(first).length === 0);
    return isEmpty && (first === undefined || first.type === 'paragraph') ? null : { ...node, attrs: {} };
  },
};

/** Both texts, as far as the losses of their way leave them the same. */
export const forget = (
  nodes: readonly DocumentNode[],
  losses: readonly { readonly kind: LossKind; readonly severity: LossSeverity }[],
): readonly DocumentNode[] =>
  losses.reduce((left, { kind, severity }) => {
    const one = FORGETS[`${kind} ${severity}`];
    return one === undefined ? left : forgetIn(left, one);
  }, nodes);

function forgetIn(nodes: readonly DocumentNode[], one: Forget): readonly DocumentNode[] {
  const left = nodes.flatMap((node): DocumentNode[] => {
    const own = one(node);
    if (own === null) return [];
    return [own.content ? { ...own, content: forgetIn(own.content, one) } : own];
  });
  return joinTexts(left);
}

/** Texts with the same marks are one. */
function joinTexts(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const joined: DocumentNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    const isSame = JSON.stringify(marksOf(last ?? node)) === JSON.stringify(marksOf(node));
    if (last?.text === undefined || node.text === undefined || !isSame) joined.push(node);
    else joined[joined.length - 1] = { ...last, text: last.text + node.text };
  }
  return joined;
}

const keep = (node: DocumentNode): DocumentNode => node;
const marksOf = ({ marks = [] }: DocumentNode): Marks => marks;
const withMarks = (node: DocumentNode, change: (marks: Marks) => Marks): DocumentNode =>
  node.marks ? { ...node, marks: change(node.marks) } : node;
const without = (node: DocumentNode, type: string, name: string): DocumentNode =>
  node.type === type ? { ...node, attrs: { ...node.attrs, [name]: null } } : node;

/** A formula that is no equation of Word. */
function isUnreadable({ type, attrs }: DocumentNode): boolean {
  if (type !== 'inlineMath' && type !== 'blockMath') return false;
  try {
    latexToMath(readLatex(attrs ?? {}));
    return false;
  } catch {
    return true;
  }
}

/** Its source as code, or as the text of a link. */
function sourceOf({ type, attrs, marks = [] }: DocumentNode): DocumentNode {
  const links = marks.filter((mark) => mark.type === 'link');
  const text: DocumentNode = {
    type: 'text',
    text: readLatex(attrs ?? {}),
    marks: links.length > 0 ? links : [{ type: 'code' }],
  };
  return type === 'inlineMath'
    ? text
    : { type: 'paragraph', attrs: { textAlign: 'center' }, content: [text] };
}

const LABEL = new RegExp(
  String.raw`^\[(?:${Object.values(LABELS)
    .map(({ picture }) => picture)
    .join('|')})(?:: [^]*)?\]$`,
);

/** One of a format that does not leave, and what Word has in its place. */
function isMissingPicture(node: DocumentNode): boolean {
  if (node.type === 'image') return String(node.attrs?.['src']).endsWith('.avif');
  const [only, ...others] = node.type === 'paragraph' ? childrenOf(node) : [];
  return (
    others.length === 0 &&
    LABEL.test(only?.text ?? '') &&
    JSON.stringify(marksOf(only!).map(({ type }) => type)) === '["italic"]'
  );
}
