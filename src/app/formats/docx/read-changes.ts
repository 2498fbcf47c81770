/** Accepts or refuses the tracked changes of a text, as Word would. */
import { childOf, element, elementsOf, isElement, type XmlElement, type XmlNode } from './read-xml.ts';

export type ChangesChoice = 'accept' | 'refuse';

interface Rules {
  /** Elements whose content goes. */
  readonly gone: readonly string[];
  /** Elements whose content stays. */
  readonly kept: readonly string[];
  readonly goneCell: string;
  readonly restoresFormat: boolean;
}

const RULES: Readonly<Record<ChangesChoice, Rules>> = {
  accept: {
    gone: ['w:del', 'w:moveFrom'],
    kept: ['w:ins', 'w:moveTo'],
    goneCell: 'w:cellDel',
    restoresFormat: false,
  },
  refuse: {
    gone: ['w:ins', 'w:moveTo'],
    kept: ['w:del', 'w:moveFrom'],
    goneCell: 'w:cellIns',
    restoresFormat: true,
  },
};
const INSERTED: readonly string[] = ['w:ins', 'w:moveTo', 'w:cellIns'];
const DELETED: readonly string[] = ['w:del', 'w:moveFrom', 'w:cellDel'];
const FORMER_FORMAT = /^w:(rPr|pPr|tcPr|trPr|tblPr|tblGrid|sectPr)Change$/;
/** Deleted text has its own names. */
const LIVING: Readonly<Record<string, string>> = { 'w:delText': 'w:t', 'w:delInstrText': 'w:instrText' };
const NO_BLOCKS = /Pr$/;

export class ChangeSettler {
  /** Changes met so far. Moved text is deleted and inserted. */
  readonly counts = { inserted: 0, deleted: 0, formatted: 0 };
  readonly #rules: Rules;

  constructor(choice: ChangesChoice) {
    this.#rules = RULES[choice];
  }

  settle(root: XmlElement): XmlElement {
    return NO_BLOCKS.test(root.name)
      ? this.#format(root)
      : { ...root, name: LIVING[root.name] ?? root.name, children: this.#children(root) };
  }

  #children(parent: XmlElement): XmlNode[] {
    const settled: XmlNode[] = [];
    /** Of paragraphs whose mark is gone: joined with the next. */
    let waiting: { readonly format: readonly XmlNode[]; readonly content: XmlNode[] } | null = null;
    const leave = (): void => {
      if (waiting && waiting.content.length > 0)
        settled.push(element('w:p', {}, [...waiting.format, ...waiting.content]));
      waiting = null;
    };
    for (const child of parent.children.flatMap((one) => this.#unfold(one))) {
      if (!isElement(child) || child.name !== 'w:p') {
        if (isElement(child) && child.name === 'w:tbl') leave();
        settled.push(child);
        continue;
      }
      const [format, content] = splitFormat(child);
      const joined: XmlNode[] = [...((waiting as { content: XmlNode[] } | null)?.content ?? []), ...content];
      if (this.#losesMark(child)) waiting = { format, content: joined };
      else {
        settled.push({ ...child, children: [...format.map((one) => this.settle(one)), ...joined] });
        waiting = null;
      }
    }
    leave();
    const isEmptyCell =
      parent.name === 'w:tc' && !settled.some((one) => isElement(one) && /^w:(p|tbl|sdt)$/.test(one.name));
    return isEmptyCell ? [...settled, element('w:p')] : settled;
  }

  /** A child as the elements that stay of it. Paragraphs keep their format, which says whether their mark stays. */
  #unfold(node: XmlNode): XmlNode[] {
    if (!isElement(node)) return [node];
    this.#countMark(node.name);
    if (this.#rules.gone.includes(node.name)) return [];
    if (this.#rules.kept.includes(node.name)) return node.children.flatMap((one) => this.#unfold(one));
    if (node.name === 'w:tr' && this.#marked(childOf(node, 'w:trPr'))) return [];
    if (node.name === 'w:tc' && this.#marked(childOf(node, 'w:tcPr'))) return [];
    if (node.name === 'w:p') {
      const [format] = splitFormat(node);
      const rest = { ...node, children: node.children.filter((one) => !format.includes(one as XmlElement)) };
      return [{ ...node, children: [...format, ...this.#children(rest)] }];
    }
    const settled = this.settle(node);
    const isEmptied =
      node.name === 'w:tbl' && !elementsOf(settled).some(({ name }) => name === 'w:tr' || name === 'w:sdt');
    return isEmptied ? [] : [settled];
  }

  /** Whether a row or cell goes. */
  #marked(format: XmlElement | undefined): boolean {
    const marks = elementsOf(format).map(({ name }) => name);
    const gone = marks.find((name) => this.#rules.gone.includes(name) || name === this.#rules.goneCell);
    if (gone !== undefined) this.#countMark(gone);
    return gone !== undefined;
  }

  #losesMark(paragraph: XmlElement): boolean {
    const marks = elementsOf(childOf(paragraph, 'w:pPr', 'w:rPr')).map(({ name }) => name);
    const gone = marks.find((name) => this.#rules.gone.includes(name));
    if (gone !== undefined) this.#countMark(gone);
    return gone !== undefined;
  }

  #countMark(name: string): void {
    if (INSERTED.includes(name)) this.counts.inserted += 1;
    if (DELETED.includes(name)) this.counts.deleted += 1;
  }

  #format(format: XmlElement): XmlElement {
    const former = elementsOf(format).find(({ name }) => FORMER_FORMAT.test(name));
    const present = elementsOf(format).filter((one) => one !== former);
    if (former) this.counts.formatted += 1;
    const marks = [...INSERTED, ...DELETED];
    const kept = (
      former && this.#rules.restoresFormat ? formerChildren(format, former, present) : present
    ).filter(({ name }) => {
      if (!marks.includes(name)) return true;
      this.#countMark(name);
      return false;
    });
    return { ...format, children: kept.map((one) => (NO_BLOCKS.test(one.name) ? this.#format(one) : one)) };
  }
}

/** The former format of a paragraph does not repeat that of its mark, nor the section that it ends. */
function formerChildren(
  format: XmlElement,
  former: XmlElement,
  present: readonly XmlElement[],
): XmlElement[] {
  const lasting = format.name === 'w:pPr' ? present.filter(({ name }) => /^w:(rPr|sectPr)$/.test(name)) : [];
  return [...elementsOf(childOf(former, format.name)), ...lasting];
}

function splitFormat(paragraph: XmlElement): [XmlElement[], XmlNode[]] {
  const isFormat = (node: XmlNode): node is XmlElement => isElement(node) && node.name === 'w:pPr';
  return [paragraph.children.filter(isFormat), paragraph.children.filter((node) => !isFormat(node))];
}
