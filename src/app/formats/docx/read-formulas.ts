/** Formulas of a text. Those of our own files have their source beside them, as long as nobody changed them. */
import {
  element,
  elementsOf,
  escapeXml,
  isElement,
  ownText,
  writeXml,
  type XmlElement,
  type XmlNode,
} from './read-xml.ts';

export class Formulas {
  /** By what the formula looks like: the sources of those that look so, in the order of the text. */
  readonly #sources = new Map<string, string[]>();

  constructor(sources: XmlElement | null) {
    for (const source of elementsOf(sources ?? undefined)) {
      const look = source.attributes['look'] ?? '';
      this.#sources.set(look, [...(this.#sources.get(look) ?? []), ownText(source)]);
    }
  }

  /** HTML. Without a known source, it is the formula of Word, which paste converts. */
  write(formula: XmlElement): string {
    const sources = this.#sources.get(lookOf(formula));
    const source = sources !== undefined && sources.length > 1 ? sources.shift() : sources?.[0];
    if (source === undefined) return writeXml(formula);
    const [tag, type] = formula.name === 'm:oMathPara' ? ['div', 'blockMath'] : ['span', 'inlineMath'];
    return `<${tag} data-type="${type}" data-latex="${escapeXml(source)}"></${tag}>`;
  }
}

/** Word adds properties to formulas when it stores them. */
export function lookOf(node: XmlElement): string {
  const children = node.children
    .map((child) => (isElement(child) ? (child.name.endsWith('Pr') ? '' : lookOf(child)) : child.trim()))
    .join('');
  return /^m:(?:oMath|oMathPara|r|t)$/.test(node.name) ? children : `${node.name.slice(2)}(${children})`;
}

/** A formula alone in its paragraph is a block of its own. */
export function withFormula(nodes: readonly XmlNode[]): readonly XmlNode[] {
  const shown = nodes.filter((node) => isElement(node) && SHOWN.includes(node.name));
  const [first] = shown;
  if (shown.length !== 1 || !isElement(first) || first.name !== 'm:oMath') return nodes;
  return nodes.map((node) => (node === first ? element('m:oMathPara', {}, [first]) : node));
}
const SHOWN: readonly string[] = ['w:r', 'w:hyperlink', 'w:sdt', 'w:fldSimple', 'm:oMath', 'm:oMathPara'];
