/** The blocks of a text, with paragraphs whose style names their path of HTML elements. */
import { boxOf, takeBox, trimStart } from './read-boxes.ts';
import { withFormula } from './read-formulas.ts';
import { hasContent, hasText, signsIn, withoutGaps } from './read-gaps.ts';
import { InlineReader } from './read-inline.ts';
import { asCode, withoutBold } from './read-looks.ts';
import { isOnlyInFile, lacksSummary, readOwnBox, SUMMARY, type OwnBox } from './read-own.ts';
import { LinePaths, type LineKind, type Place } from './read-line-paths.ts';
import { cssOf, hasPageBreak, outlineOf } from './read-paragraph-format.ts';
import { kindOfScope, nestScopes, SCOPE } from './read-scopes.ts';
import { signRun } from './read-signs.ts';
import { isColored, readRows, TRANSPARENT, type Cell } from './read-tables.ts';
import type { Reading } from './read-state.ts';
import type { Numbered } from './read-numbering.ts';
import type { Relation } from './read-package.ts';
import { hasLine, indentOf, type ParagraphStyle } from './read-styles.ts';
import { childOf, element, elementsOf, textOf, valueOf, type XmlElement, type XmlNode } from './read-xml.ts';

/** Paragraph of the text that is converted; its runs may still grow. */
interface Paragraph extends XmlElement {
  readonly name: 'w:p';
  readonly children: XmlNode[];
}

export class BlockReader {
  readonly #reading: Reading;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #place: Place;
  /** Of its place, in twips. */
  readonly #width: number;
  #paths: LinePaths;
  #isHead = false;
  readonly #blocks: XmlElement[] = [];
  /** Signs before the next paragraph. */
  #waiting: string[] = [];
  #last: Paragraph | null = null;

  constructor(
    reading: Reading,
    relations: ReadonlyMap<string, Relation>,
    { place = 'body', width = reading.pictures.column, prefix = '' }: Partial<Room> = {},
  ) {
    this.#reading = reading;
    this.#relations = relations;
    this.#place = place;
    this.#width = width;
    this.#paths = new LinePaths(reading, place, prefix);
  }

  read(parent: XmlElement): XmlElement[] {
    this.#readAll(elementsOf(parent));
    if (this.#waiting.length > 0) this.#last?.children.push(...this.#waiting.map(signRun));
    return this.#reading.isOwn ? this.#blocks : withoutGaps(this.#blocks, this.#place === 'cell');
  }

  #readAll(nodes: readonly XmlElement[]): void {
    for (const node of this.#reading.isOwn ? nestScopes(nodes) : nodes) {
      if (node.name === 'w:p') this.#readParagraph(node);
      else if (node.name === SCOPE) this.#readScope(node);
      else if (node.name === 'w:tbl') this.#readTable(node);
      else if (node.name === 'w:sdt') this.#readControl(node);
      else if (TRANSPARENT.includes(node.name)) this.#readAll(elementsOf(node));
      else if (node.name.startsWith('m:oMath')) this.#readParagraph(element('w:p', {}, [node]));
      else this.#readMark(node);
    }
  }

  /** Everything in a range stands in one quote, or in the item that its first paragraph begins. */
  #readScope(scope: XmlElement): void {
    const isItem = kindOfScope(scope) === 'Item';
    const blocks = elementsOf(scope);
    if (isItem) this.#readAll(blocks.slice(0, 1));
    else this.#paths.close();
    const outer = this.#paths;
    const around = isItem ? outer.inItem : `${outer.prefix}blockquote${this.#reading.paths.nextClass()} > `;
    this.#paths = new LinePaths(this.#reading, this.#place, around);
    this.#readAll(isItem ? blocks.slice(1) : blocks);
    this.#paths = outer;
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
    if (this.#isOnlyInFile(style, paragraph)) return;
    const inline = new InlineReader(this.#reading, style.look, {
      relations: this.#relations,
      width: this.#width - this.#indentOf(format, style),
    });
    for (const sign of this.#waiting.splice(0)) inline.sign(sign);
    if (hasPageBreak(format)) inline.sign(signs.loss('pageBreak', 'lost'));
    inline.read(this.#reading.isOwn ? paragraph.children : withFormula(paragraph.children));
    if (this.#place === 'note' && this.#blocks.length === 0) trimStart(inline.runs);
    for (const thread of inline.threads) this.#surround(inline, thread);
    const isEmpty = !hasContent(inline.runs);
    if (isEmpty && (inline.hasRule || hasLine(format) || style.hasLine))
      this.#addRule(inline, indentOf(format));
    else if (isEmpty && this.#isLeftOut(inline)) this.#waiting.push(...inline.runs.flatMap(signsIn));
    else this.#addParagraph(inline, format, style);
    if (style.id === SUMMARY && this.#place === 'box' && this.#blocks.length === 1 && !this.#reading.isOwn)
      this.#addEdge('<div data-type="detailsContent">', this.#around());
    for (const box of inline.boxes) this.#readAll(elementsOf(box));
  }

  /** Of our own files, also the first paragraph with the title. */
  #isOnlyInFile({ id, isTitle }: ParagraphStyle, paragraph: XmlElement): boolean {
    if (!this.#reading.isOwn) return false;
    if (isOnlyInFile(id, textOf(paragraph) === '')) return true;
    return isTitle && this.#place === 'body' && this.#blocks.length === 0;
  }

  /** As far as pictures have less room by it. */
  #indentOf(format: XmlElement | undefined, style: ParagraphStyle): number {
    if (!this.#reading.isOwn) return 0;
    const own = indentOf(format);
    return own === undefined
      ? this.#reading.numbering.indentOf(childOf(format, 'w:numPr'), style.id)
      : Number(own);
  }

  #addEdge(html: string, around: string): void {
    this.#add(`${around}p:fresh`, [signRun(this.#reading.signs.edge(html))]);
    this.#last = null;
  }

  /** The blocks of a box stand between its edges. */
  #readBox({ start, end, isDetails, content, width }: OwnBox, prefix: string): void {
    // Our own files need no element around what follows the summary.
    const [open, close] = isDetails && !this.#reading.isOwn ? DETAILS_CONTENT : ['', ''];
    this.#addEdge(start + (isDetails && lacksSummary(content) ? `<summary></summary>${open}` : ''), prefix);
    const reader = new BlockReader(this.#reading, this.#relations, { place: 'box', width, prefix });
    reader.#waiting = this.#waiting.splice(0);
    this.#blocks.push(...reader.read(content));
    this.#addEdge(close + end, prefix);
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

  #addRule(inline: InlineReader, indent: string | undefined): void {
    const path = this.#reading.isOwn ? 'div:fresh' : 'p:fresh';
    this.#add(this.#around(indent) + path, [...inline.runs, signRun(this.#reading.signs.html('<hr>'))]);
  }

  #addParagraph(inline: InlineReader, format: XmlElement | undefined, style: ParagraphStyle): void {
    const kind = outlineOf(format) ?? style.kind;
    const { numbering, signs, isOwn } = this.#reading;
    // Numbers of empty paragraphs are not shown.
    const numbered = numbering.next(childOf(format, 'w:numPr'), style.id);
    const losesBold = !isOwn && (this.#isHead || kind.startsWith('h'));
    const runs = [...(losesBold ? withoutBold(inline.runs) : inline.runs)];
    const isChecked = isOwn || kind === 'p' ? this.#takeBox(numbered, runs) : null;
    const own = indentOf(format);
    const line = {
      kind: isOwn && inline.hasLeaf && !hasText(runs) ? ('leaf' as const) : kind,
      styleId: style.id,
      css: cssOf(format, style, runs, isOwn),
      indent: Number(own ?? style.indent),
      isIndented: own !== undefined,
    };
    const item = (isTask: boolean, one: Numbered = NO_NUMBER) => ({
      numbered: one,
      isChecked: isTask ? isChecked : null,
      indent: isOwn ? Number(own ?? one.indent) : one.indent,
    });
    if (isChecked !== null) {
      if (!isOwn) runs.unshift(signRun(signs.html(`<input type="checkbox"${isChecked ? ' checked' : ''}>`)));
      return this.#add(this.#paths.item(line, item(true, numbered ?? NO_NUMBER)), this.#asKind(kind, runs));
    }
    if (numbered && (!kind.startsWith('h') || isOwn)) {
      if (numbered.isUnusual) runs.unshift(signRun(signs.loss('numbering', 'changed', numbered.label)));
      return this.#add(this.#paths.item(line, item(false, numbered)), this.#asKind(kind, runs));
    }
    if (numbered && numbered.format !== 'bullet' && numbered.label !== '') {
      const heading = `${numbered.label} ${textOf(element('w:p', {}, runs))}`;
      const sign = signs.loss('numbering', 'simplified', heading);
      runs.unshift(signRun(`${sign}${numbered.label} `));
    }
    if (kind.startsWith('h') && !isOwn && own !== undefined && this.#paths.around(line.indent) !== null)
      runs.unshift(signRun(signs.loss('list', 'changed', textOf(element('w:p', {}, runs)))));
    const path = this.#paths.path(line, this.#blocks.length === 0);
    this.#add(path, this.#asKind(kind, runs));
  }

  #asKind(kind: LineKind, runs: readonly XmlElement[]): readonly XmlElement[] {
    return kind === 'code' ? runs.map(asCode) : runs;
  }

  /** Whether the box of a task is checked; null for other paragraphs. */
  #takeBox(numbered: Numbered | null, runs: XmlElement[]): boolean | null {
    // Tasks of our own files have a bullet without a sign; other boxes are text.
    if (this.#reading.isOwn)
      return numbered?.format === 'bullet' && numbered.label === '' ? (takeBox(runs, 1) ?? false) : null;
    if (numbered && numbered.format !== 'bullet') return null;
    if (!numbered && this.#place !== 'body' && this.#place !== 'box') return null;
    return boxOf(numbered?.label ?? '') ?? takeBox(runs);
  }

  #add(path: string, runs: readonly XmlElement[]): void {
    const style = element('w:pPr', {}, [element('w:pStyle', { 'w:val': this.#reading.paths.style(path) })]);
    this.#last = { name: 'w:p', attributes: {}, children: [style, ...runs] };
    this.#blocks.push(this.#last);
  }

  #readTable(table: XmlElement): void {
    const around = this.#around(childOf(table, 'w:tblPr', 'w:tblInd')?.attributes['w:w']);
    const box = readOwnBox(table);
    if (box) return this.#readBox(box, around);
    const rows = readRows(table, {
      readCell: (cell) => this.#readCell(cell),
      pass: (node) => this.#readMark(node),
      isOwn: this.#reading.isOwn,
    });
    if (rows.length === 0) return;
    if (isColored(table) && !this.#reading.isOwn)
      this.#last?.children.push(signRun(this.#reading.signs.loss('table', 'changed', textOf(table))));
    const path = around === '' ? null : this.#reading.paths.table(`${around}table[border='1']:fresh`);
    const style = path === null ? [] : [element('w:tblPr', {}, [element('w:tblStyle', { 'w:val': path })])];
    this.#blocks.push(element('w:tbl', {}, [...style, ...rows]));
  }

  /** Elements around a block that is no text. Other programs indent one in an item as its text; here it has a range. */
  #around(indent = '0'): string {
    const item = this.#reading.isOwn ? null : this.#paths.around(Number(indent));
    if (item === null) this.#paths.close();
    return item ?? this.#paths.prefix;
  }

  #readCell({ cell, isHead, width, attributes }: Cell): XmlElement[] {
    const reader = new BlockReader(this.#reading, this.#relations, { place: 'cell', width });
    reader.#isHead = isHead;
    reader.#waiting = this.#waiting.splice(0);
    if (attributes === null) return this.#takeCell(reader, reader.read(cell));
    const name = isHead ? 'th' : 'td';
    const { signs } = this.#reading;
    reader.#add('p:fresh', [signRun(signs.cell(`${name}${attributes}`))]);
    reader.read(cell);
    reader.#add('p:fresh', [signRun(signs.cell(name))]);
    return this.#takeCell(reader, reader.#blocks);
  }

  #takeCell(reader: BlockReader, blocks: XmlElement[]): XmlElement[] {
    this.#last = reader.#last ?? this.#last;
    return blocks;
  }
}

interface Room {
  readonly place: Place;
  readonly width: number;
  /** Elements around all of its blocks. */
  readonly prefix: string;
}

const DETAILS_CONTENT = ['<div data-type="detailsContent">', '</div>'] as const;

const NO_NUMBER: Numbered = {
  list: 'tasks',
  instance: '',
  level: 0,
  number: 1,
  format: 'bullet',
  label: '',
  isUnusual: false,
  isUnset: false,
  indent: 0,
};
