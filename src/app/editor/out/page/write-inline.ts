import { escapeHtml } from '#contract/text/escape-html.ts';
import { CHANGE } from '#contract/comparison/fit-nodes.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { mentionText, readLatex } from '#contract/text/leaf-text.ts';
import { renderFormula } from '../../math/render-formula.ts';
import { readHighlightColor, storedColor } from '../../schema/highlight.ts';
import { hasAllowedScheme } from '#contract/text/link-address.ts';
import { isId } from '../../schema/mention.ts';
import { element, openTag } from './tags.ts';
import type { ThreadPlaces } from './thread-places.ts';
import { changeTag, type WrittenChange } from './write-change.ts';

interface Tag {
  readonly open: string;
  readonly close: string;
}

/** From the outside to the inside. */
const MARKS = [
  CHANGE,
  'link',
  'bold',
  'italic',
  'strike',
  'underline',
  'highlight',
  'subscript',
  'superscript',
  'code',
];

const NAMES: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
};

type Mark = NonNullable<DocumentNode['marks']>[number];

/** Null for a mark that shows nothing, such as a link with a refused address. */
function tagOf({ type, attrs }: Mark): Tag | null {
  const values: Readonly<Record<string, unknown>> = { ...attrs };
  if (type === CHANGE) return changeTag(attrs as WrittenChange, false);
  if (type === 'link') {
    const { href, title } = values;
    if (typeof href !== 'string' || !hasAllowedScheme(href)) return null;
    const named = typeof title === 'string' ? title : null;
    return { open: openTag('a', { href, title: named, rel: 'noopener noreferrer' }), close: '</a>' };
  }
  if (type === 'highlight') {
    const color = storedColor(readHighlightColor(values['color']));
    return { open: openTag('mark', { 'data-color': color }), close: '</mark>' };
  }
  const name = NAMES[type];
  return name === undefined ? null : { open: `<${name}>`, close: `</${name}>` };
}

export const references = (numbers: readonly number[]): string =>
  numbers
    .map((number) =>
      element('a', { id: `place-${number}`, href: `#comment-${number}`, 'data-comment': number }, ''),
    )
    .join('');

/** The content of a block of text, which begins at `start`. */
export function writeInline(nodes: readonly DocumentNode[], start: number, places: ThreadPlaces): string {
  let [html, at] = ['', start];
  let open: readonly Tag[] = [];
  const wrap = (tags: readonly Tag[]): void => {
    let same = 0;
    while (same < tags.length && tags[same]?.open === open[same]?.open) same += 1;
    html += open
      .slice(same)
      .toReversed()
      .map(({ close }) => close)
      .join('');
    html += tags
      .slice(same)
      .map((tag) => tag.open)
      .join('');
    open = tags;
  };
  for (const node of nodes) {
    const end = at + (node.text?.length ?? 1);
    const marks = tagsOf(node);
    const isInPair = (cut: number): boolean => /[\uDC00-\uDFFF]/.test(node.text?.charAt(cut - at) ?? '');
    const cuts = places.cuts(at, end).filter((cut) => !isInPair(cut));
    for (const [index, to] of cuts.slice(1).entries()) {
      const from = cuts[index]!;
      wrap([...commented(places.covering(from, to)), ...marks]);
      html += node.text === undefined ? writeLeaf(node) : escapeHtml(node.text.slice(from - at, to - at));
      const ended = places.takeEnds(start, to);
      if (ended.length > 0) {
        wrap([]);
        html += references(ended);
      }
    }
    at = end;
  }
  wrap([]);
  return html;
}

const tagsOf = ({ marks = [] }: DocumentNode): readonly Tag[] =>
  marks
    .toSorted((one, other) => MARKS.indexOf(one.type) - MARKS.indexOf(other.type))
    .flatMap((mark) => tagOf(mark) ?? []);

const commented = (numbers: readonly number[]): readonly Tag[] =>
  numbers.length === 0
    ? []
    : [{ open: openTag('span', { 'data-comments': numbers.join(' ') }), close: '</span>' }];

function writeLeaf({ type, attrs = {} }: DocumentNode): string {
  if (type === 'hardBreak') return '<br>';
  if (type === 'mention') {
    const id: unknown = attrs['id'];
    const own = isId(id) ? { 'data-type': 'mention', 'data-id': id } : {};
    return element('span', own, escapeHtml(mentionText(attrs)));
  }
  return writeFormula(attrs, 'inlineMath');
}

/** MathML, which browsers draw and screen readers read; the source where it cannot be drawn. */
export function writeFormula(
  attrs: Readonly<Record<string, unknown>>,
  type: 'inlineMath' | 'blockMath',
  comments: string | null = null,
): string {
  const latex = readLatex(attrs);
  const isBlock = type === 'blockMath';
  const drawn = renderFormula(latex, { output: 'mathml', displayMode: isBlock, errorColor: 'currentColor' });
  const name = isBlock ? 'div' : 'span';
  return element(
    name,
    { 'data-type': type, 'data-latex': latex, 'data-comments': comments },
    drawn ?? escapeHtml(latex),
  );
}
