/** The blocks of a text, with paragraphs whose style names their path of HTML elements. */
import { boxOf, takeBox, textIn, trimStart } from './read-boxes.ts';
import { hasContent, signsIn, withoutGaps } from './read-gaps.ts';
import { InlineReader } from './read-inline.ts';
import { asCode, withoutBold } from './read-looks.ts';
import { ListPaths } from './read-lists.ts';
import type { Reading } from './read-state.ts';
import type { Numbered } from './read-numbering.ts';
import type { Relation } from './read-package.ts';
import { indentOf, outlineKind, type BlockKind, type ParagraphStyle } from './read-styles.ts';
import { childOf, element, elementsOf, textOf, valueOf, type XmlElement, type XmlNode } from './read-xml.ts';

/** Paragraph of the text that is converted; its runs may still grow. */
interface Paragraph extends XmlElement {
  readonly name: 'w:p';
  readonly children: XmlNode[];
}

type Place = 'body' | 'cell' | 'note';

const TRANSPARENT = ['w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo'];
const NOTE = `ol[class='notes'] > li`;

export class BlockReader {
  readonly #reading: Reading;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #place: Place;
  readonly #lists = new ListPaths();
  readonly #blocks: XmlElement[] = [];
  /** Signs before the next paragraph. */
  #waiting: string[] = [];
  #last: Paragraph | null = null;

  constructor(reading: Reading, relations: ReadonlyMap<string, Relation>, place: Place = 'body') {
    this.#reading = reading;
    this.#relations = relations;
    this.#place = place;
  }

  read(parent: XmlElement): XmlElement[] {
    this.#readAll(elementsOf(parent));
    if (this.#waiting.length > 0) this.#last?.children.push(...this.#waiting.map(signRun));
    return this.#reading.isOwn ? this.#blocks : withoutGaps(this.#blocks, this.#place === 'cell');
  }

  #readAll(nodes: readonly XmlElement[]): void {
    for (const node of nodes) {
      if (node.name === 'w:p') this.#readParagraph(node);
      else if (node.name === 'w:tbl') this.#readTable(node);
      else if (node.name === 'w:sdt') this.#readControl(node);
      else if (TRANSPARENT.includes(node.name)) this.#readAll(elementsOf(node));
      else if (node.name.startsWith('m:oMath')) this.#readParagraph(element('w:p', {}, [node]));
      else this.#readMark(node);
    }
  }

  /** The start or end of a thread between blocks. */
  #readMark(node: XmlElement): void {
    const sign = this.#reading.places.sign(node);
    if (sign === '') return;
    if (node.name === 'w:commentRangeEnd' && this.#last && this.#waiting.length === 0)
      this.#last.children.push(signRun(sign));
    else this.#waiting.push(sign);
  }

  #readControl(control: XmlElement): void {
    const gallery = valueOf(control, 'w:sdtPr', 'w:docPartObj', 'w:docPartGallery');
    if (gallery === 'Table of Contents')
      this.#waiting.push(this.#reading.signs.loss('tableOfContents', 'lost'));
    else this.#readAll(elementsOf(childOf(control, 'w:sdtContent')));
  }

  #readParagraph(paragraph: XmlElement): void {
    const { styles, signs } = this.#reading;
    const format = childOf(paragraph, 'w:pPr');
    const style = styles.paragraph(valueOf(format, 'w:pStyle'));
    const inline = new InlineReader(this.#reading, style.look, this.#relations);
    for (const sign of this.#waiting.splice(0)) inline.sign(sign);
    if (hasPageBreak(format)) inline.sign(signs.loss('pageBreak', 'lost'));
    inline.read(paragraph.children);
    if (this.#place === 'note' && this.#blocks.length === 0) trimStart(inline.runs);
    for (const thread of inline.threads) this.#surround(inline, thread);
    const isEmpty = !hasContent(inline.runs);
    if (isEmpty && (inline.hasRule || hasLine(format))) this.#addRule(inline);
    else if (isEmpty && this.#isLeftOut(inline)) this.#waiting.push(...inline.runs.flatMap(signsIn));
    else this.#addParagraph(inline, format, style);
    for (const box of inline.boxes) this.#readAll(elementsOf(box));
  }

  /** An empty paragraph that held a break, a box or a table of contents. Its signs wait for the next. */
  #isLeftOut({ runs, boxes, wasSilent }: InlineReader): boolean {
    if (wasSilent || this.#reading.fields.isSilent || boxes.length > 0) return true;
    return this.#place === 'body' && !this.#reading.isOwn && runs.some((run) => signsIn(run).length > 0);
  }

  #surround(inline: InlineReader, thread: string): void {
    const [start, end] = this.#reading.places.signs(thread);
    inline.runs.unshift(signRun(start));
    inline.runs.push(signRun(end));
  }

  #addRule(inline: InlineReader): void {
    this.#lists.close();
    this.#add('p:fresh', [...inline.runs, signRun(this.#reading.signs.html('<hr>'))]);
  }

  #addParagraph(inline: InlineReader, format: XmlElement | undefined, style: ParagraphStyle): void {
    const kind = outlineOf(format) ?? style.kind;
    // Numbers of empty paragraphs are not shown.
    const numbered = this.#reading.numbering.next(childOf(format, 'w:numPr'), style.id);
    const isHeading = kind.startsWith('h');
    const runs = [...(isHeading && !this.#reading.isOwn ? withoutBold(inline.runs) : inline.runs)];
    if (kind === 'p' && (numbered || this.#place === 'body')) {
      const box = numbered?.format === 'bullet' ? boxOf(numbered.label) : null;
      const isBullet = !numbered || numbered.format === 'bullet';
      const typed = isBullet ? takeBox(runs) : null;
      const isChecked = box ?? typed;
      if (isChecked !== null) {
        runs.unshift(
          signRun(this.#reading.signs.html(`<input type="checkbox"${isChecked ? ' checked' : ''}>`)),
        );
        return this.#add(this.#item(numbered ?? NO_NUMBER, true, format, style, runs), runs);
      }
    }
    if (numbered && kind === 'p') {
      if (numbered.isUnusual)
        runs.unshift(signRun(this.#reading.signs.loss('numbering', 'changed', numbered.label)));
      return this.#add(this.#item(numbered, false, format, style, runs), runs);
    }
    if (numbered && numbered.format !== 'bullet' && numbered.label !== '') {
      const sign = this.#reading.signs.loss(
        'numbering',
        'simplified',
        `${numbered.label} ${textOf(element('w:p', {}, runs))}`,
      );
      runs.unshift(signRun(`${sign}${numbered.label} `));
    }
    this.#add(this.#path(kind, format, style, runs), kind === 'code' ? runs.map(asCode) : runs);
  }

  #item(
    numbered: Numbered,
    isTask: boolean,
    format: XmlElement | undefined,
    style: ParagraphStyle,
    runs: readonly XmlElement[],
  ): string {
    const path = this.#lists.item(numbered, isTask);
    const css = cssOf(format, style, runs);
    return css === '' ? path : `${path} > p${css}:fresh`;
  }

  #path(
    kind: BlockKind,
    format: XmlElement | undefined,
    style: ParagraphStyle,
    runs: readonly XmlElement[],
  ): string {
    const css = cssOf(format, style, runs);
    if (this.#place === 'note')
      return this.#blocks.length === 0 ? `${NOTE}:fresh` : `${NOTE} > p${css}:fresh`;
    if (kind === 'p') {
      const inside = this.#lists.inside(Number(indentOf(format) ?? style.indent));
      if (inside !== null) return `${inside} > p${css}:fresh`;
    }
    this.#lists.close();
    if (kind === 'code') return String.raw`pre:separator('\n')`;
    return kind === 'quote' ? `blockquote > p${css}:fresh` : `${kind}${css}:fresh`;
  }

  #add(path: string, runs: readonly XmlElement[]): void {
    const style = element('w:pPr', {}, [element('w:pStyle', { 'w:val': this.#reading.paths.style(path) })]);
    this.#last = { name: 'w:p', attributes: {}, children: [style, ...runs] };
    this.#blocks.push(this.#last);
  }

  #readTable(table: XmlElement): void {
    this.#lists.close();
    const rows = unwrapped(table, 'w:tr', (node) => this.#readMark(node)).flatMap((row) =>
      this.#readRow(row),
    );
    if (rows.length === 0) return;
    const isColored = elementsOf(table).some(
      (row) => row.name === 'w:tr' && elementsOf(row).some((cell) => isShaded(childOf(cell, 'w:tcPr'))),
    );
    if (isColored)
      this.#last?.children.push(signRun(this.#reading.signs.loss('table', 'changed', textOf(table))));
    this.#blocks.push(element('w:tbl', {}, rows));
  }

  #readRow(row: XmlElement): XmlElement[] {
    const format = childOf(row, 'w:trPr');
    const before = Number(valueOf(format, 'w:gridBefore') ?? 0);
    const cells = unwrapped(row, 'w:tc', (node) => this.#readMark(node)).map((cell) => this.#readCell(cell));
    if (cells.length === 0) return [];
    const head = childOf(format, 'w:tblHeader');
    const gap = element('w:tc', {}, [element('w:tcPr', {}, [spanOf(before)]), element('w:p')]);
    return [
      element('w:tr', {}, [
        ...(head ? [element('w:trPr', {}, [head])] : []),
        ...(before > 0 ? [gap] : []),
        ...cells,
      ]),
    ];
  }

  #readCell(cell: XmlElement): XmlElement {
    const format = childOf(cell, 'w:tcPr');
    const kept = elementsOf(format).filter(({ name }) => name === 'w:gridSpan' || name === 'w:vMerge');
    const reader = new BlockReader(this.#reading, this.#relations, 'cell');
    reader.#waiting = this.#waiting.splice(0);
    const blocks = reader.read(cell);
    this.#last = reader.#last ?? this.#last;
    return element('w:tc', {}, [element('w:tcPr', {}, kept), ...blocks]);
  }
}

const NO_NUMBER: Numbered = {
  list: 'tasks',
  level: 0,
  number: 1,
  format: 'bullet',
  label: '',
  isUnusual: false,
  indent: 0,
};

export const signRun = (sign: string): XmlElement =>
  element('w:r', {}, [element('w:t', { 'xml:space': 'preserve' }, [sign])]);
const spanOf = (columns: number): XmlElement => element('w:gridSpan', { 'w:val': String(columns) });
const outlineOf = (format: XmlElement | undefined): BlockKind | null =>
  outlineKind(valueOf(format, 'w:outlineLvl'));
const isShaded = (format: XmlElement | undefined): boolean =>
  !/^(?:auto|ffffff)$/i.test(childOf(format, 'w:shd')?.attributes['w:fill'] ?? 'auto');

/** Rows or cells, also those in content controls. Other elements are passed on. */
function unwrapped(parent: XmlElement, name: string, pass: (node: XmlElement) => void): XmlElement[] {
  return elementsOf(parent).flatMap((child) => {
    if (child.name === name) return [child];
    if (child.name === 'w:sdt') return unwrapped(childOf(child, 'w:sdtContent') ?? child, name, pass);
    if (TRANSPARENT.includes(child.name)) return unwrapped(child, name, pass);
    pass(child);
    return [];
  });
}

function hasPageBreak(format: XmlElement | undefined): boolean {
  const before = childOf(format, 'w:pageBreakBefore');
  const isOn = before !== undefined && !/^(?:0|false|off)$/.test(before.attributes['w:val'] ?? '1');
  const section = childOf(format, 'w:sectPr');
  return isOn || (section !== undefined && valueOf(section, 'w:type') !== 'continuous');
}

/** An empty paragraph with a line below is how Word draws rules. */
const hasLine = (format: XmlElement | undefined): boolean =>
  !/^(?:nil|none)$/.test(valueOf(format, 'w:pBdr', 'w:bottom') ?? 'none');

const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
};

function cssOf(format: XmlElement | undefined, style: ParagraphStyle, runs: readonly XmlElement[]): string {
  const alignment = ALIGNMENTS[valueOf(format, 'w:jc') ?? style.alignment ?? ''];
  const keepsSpaces = /\t| {2}/.test(runs.map(textIn).join(''));
  const css = [
    ...(alignment === undefined ? [] : [`text-align:${alignment}`]),
    ...(keepsSpaces ? ['white-space:pre-wrap'] : []),
  ];
  return css.length === 0 ? '' : `[style='${css.join(';')}']`;
}
