/** The blocks of a text, with paragraphs whose style names their path of HTML elements. */
import { boxOf, takeBox, textIn, trimStart } from './read-boxes.ts';
import { hasContent, signsIn, withoutEnd, withoutGaps } from './read-gaps.ts';
import { InlineReader } from './read-inline.ts';
import { asCode, withoutBold } from './read-looks.ts';
import { ONLY_IN_FILE, readOwnBox, startOfDetails, SUMMARY, type OwnBox } from './read-own.ts';
import { LinePaths, type Place } from './read-line-paths.ts';
import { isColored, readRows, TRANSPARENT } from './read-tables.ts';
import type { Reading } from './read-state.ts';
import type { Numbered } from './read-numbering.ts';
import type { Relation } from './read-package.ts';
import { hasLine, indentOf, outlineKind, type BlockKind, type ParagraphStyle } from './read-styles.ts';
import {
  childOf,
  element,
  elementsOf,
  isElement,
  textOf,
  valueOf,
  type XmlElement,
  type XmlNode,
} from './read-xml.ts';

/** Paragraph of the text that is converted; its runs may still grow. */
interface Paragraph extends XmlElement {
  readonly name: 'w:p';
  readonly children: XmlNode[];
}

export class BlockReader {
  readonly #reading: Reading;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #place: Place;
  readonly #paths: LinePaths;
  #isHead = false;
  readonly #blocks: XmlElement[] = [];
  /** Signs before the next paragraph. */
  #waiting: string[] = [];
  #last: Paragraph | null = null;

  constructor(reading: Reading, relations: ReadonlyMap<string, Relation>, place: Place = 'body') {
    this.#reading = reading;
    this.#relations = relations;
    this.#place = place;
    this.#paths = new LinePaths(place, reading.isOwn);
  }

  read(parent: XmlElement): XmlElement[] {
    this.#readAll(elementsOf(parent));
    if (this.#waiting.length > 0) this.#last?.children.push(...this.#waiting.map(signRun));
    if (this.#reading.isOwn) return this.#place === 'body' ? this.#blocks : withoutEnd(this.#blocks);
    return withoutGaps(this.#blocks, this.#place === 'cell');
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
    if (this.#isOnlyInFile(style)) return;
    const inline = new InlineReader(this.#reading, style.look, this.#relations);
    for (const sign of this.#waiting.splice(0)) inline.sign(sign);
    if (hasPageBreak(format)) inline.sign(signs.loss('pageBreak', 'lost'));
    inline.read(withFormula(paragraph.children, this.#reading.isOwn && valueOf(format, 'w:jc') !== 'center'));
    if (this.#place === 'note' && this.#blocks.length === 0) trimStart(inline.runs);
    for (const thread of inline.threads) this.#surround(inline, thread);
    const isEmpty = !hasContent(inline.runs);
    if (isEmpty && (inline.hasRule || hasLine(format) || style.hasLine)) this.#addRule(inline);
    else if (isEmpty && this.#isLeftOut(inline)) this.#waiting.push(...inline.runs.flatMap(signsIn));
    else this.#addParagraph(inline, format, style);
    if (style.id === SUMMARY && this.#place === 'box' && this.#blocks.length === 1)
      this.#addEdge('<div data-type="detailsContent">');
    for (const box of inline.boxes) this.#readAll(elementsOf(box));
  }

  /** Of our own files, also the first paragraph with the title. */
  #isOnlyInFile({ id, isTitle }: ParagraphStyle): boolean {
    if (!this.#reading.isOwn) return false;
    return ONLY_IN_FILE.includes(id) || (isTitle && this.#place === 'body' && this.#blocks.length === 0);
  }

  #addEdge(html: string): void {
    this.#paths.close();
    this.#add('p:fresh', [signRun(this.#reading.signs.edge(html))]);
    this.#last = null;
  }

  /** The blocks of a box stand between its edges. */
  #readBox({ start, end, isDetails, content }: OwnBox): void {
    this.#addEdge(start + (isDetails ? startOfDetails(content) : ''));
    const reader = new BlockReader(this.#reading, this.#relations, 'box');
    reader.#waiting = this.#waiting.splice(0);
    this.#blocks.push(...reader.read(content));
    this.#addEdge(end);
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
    this.#paths.close();
    this.#add('p:fresh', [...inline.runs, signRun(this.#reading.signs.html('<hr>'))]);
  }

  #addParagraph(inline: InlineReader, format: XmlElement | undefined, style: ParagraphStyle): void {
    const kind = outlineOf(format) ?? style.kind;
    const { numbering, signs, isOwn } = this.#reading;
    // Numbers of empty paragraphs are not shown.
    const numbered = numbering.next(childOf(format, 'w:numPr'), style.id);
    const losesBold = this.#isHead || (kind.startsWith('h') && !isOwn);
    const runs = [...(losesBold ? withoutBold(inline.runs) : inline.runs)];
    const isChecked = kind === 'p' ? this.#takeBox(numbered, runs) : null;
    const line = {
      kind,
      styleId: style.id,
      css: cssOf(format, style, runs, isOwn),
      indent: Number(indentOf(format) ?? style.indent),
    };
    if (isChecked !== null) {
      runs.unshift(signRun(signs.html(`<input type="checkbox"${isChecked ? ' checked' : ''}>`)));
      return this.#add(this.#paths.item(line, numbered ?? NO_NUMBER, true), runs);
    }
    if (numbered && (!kind.startsWith('h') || isOwn)) {
      if (numbered.isUnusual) runs.unshift(signRun(signs.loss('numbering', 'changed', numbered.label)));
      return this.#add(this.#paths.item(line, numbered, false), kind === 'code' ? runs.map(asCode) : runs);
    }
    if (numbered && numbered.format !== 'bullet' && numbered.label !== '') {
      const heading = `${numbered.label} ${textOf(element('w:p', {}, runs))}`;
      const sign = signs.loss('numbering', 'simplified', heading);
      runs.unshift(signRun(`${sign}${numbered.label} `));
    }
    const path = this.#paths.path(line, this.#blocks.length === 0);
    this.#add(path, kind === 'code' ? runs.map(asCode) : runs);
  }

  /** Whether the box of a task is checked; null for other paragraphs. */
  #takeBox(numbered: Numbered | null, runs: XmlElement[]): boolean | null {
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
    const box = readOwnBox(table);
    if (box) return this.#readBox(box);
    this.#paths.close();
    const rows = readRows(table, {
      readCell: (cell, isHead) => this.#readCell(cell, isHead),
      pass: (node) => this.#readMark(node),
    });
    if (rows.length === 0) return;
    if (isColored(table) && !this.#reading.isOwn)
      this.#last?.children.push(signRun(this.#reading.signs.loss('table', 'changed', textOf(table))));
    this.#blocks.push(element('w:tbl', {}, rows));
  }

  #readCell(cell: XmlElement, isHead: boolean): XmlElement[] {
    const reader = new BlockReader(this.#reading, this.#relations, 'cell');
    reader.#isHead = isHead;
    reader.#waiting = this.#waiting.splice(0);
    const blocks = reader.read(cell);
    this.#last = reader.#last ?? this.#last;
    return blocks;
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
const outlineOf = (format: XmlElement | undefined): BlockKind | null =>
  outlineKind(valueOf(format, 'w:outlineLvl'));
/** A formula alone in its paragraph is a block of its own. In our own files it is centered then. */
function withFormula(nodes: readonly XmlNode[], isInline: boolean): readonly XmlNode[] {
  const shown = nodes.filter((node) => isElement(node) && SHOWN.includes(node.name));
  const [first] = shown;
  if (isInline || shown.length !== 1 || !isElement(first) || first.name !== 'm:oMath') return nodes;
  return nodes.map((node) => (node === first ? element('m:oMathPara', {}, [first]) : node));
}
const SHOWN: readonly string[] = ['w:r', 'w:hyperlink', 'w:sdt', 'w:fldSimple', 'm:oMath', 'm:oMathPara'];

function hasPageBreak(format: XmlElement | undefined): boolean {
  const before = childOf(format, 'w:pageBreakBefore');
  const isOn = before !== undefined && !/^(?:0|false|off)$/.test(before.attributes['w:val'] ?? '1');
  const section = childOf(format, 'w:sectPr');
  return isOn || (section !== undefined && valueOf(section, 'w:type') !== 'continuous');
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
};

function cssOf(
  format: XmlElement | undefined,
  style: ParagraphStyle,
  runs: readonly XmlElement[],
  isOwn: boolean,
): string {
  const name = valueOf(format, 'w:jc') ?? style.alignment ?? '';
  // Other programs write the usual alignment, too.
  const alignment = isOwn && name === 'left' ? name : ALIGNMENTS[name];
  const keepsSpaces = /\t| {2}/.test(runs.map(textIn).join(''));
  const css = [
    ...(alignment === undefined ? [] : [`text-align:${alignment}`]),
    ...(keepsSpaces ? ['white-space:pre-wrap'] : []),
  ];
  return css.length === 0 ? '' : `[style='${css.join(';')}']`;
}
