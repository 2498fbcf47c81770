/** Signs in the text, which survive the conversion and then become HTML, or name the block of a loss. */
import { LossBook, type Loss, type LossKind, type LossSeverity } from '#contract/formats/loss.ts';
import { element, type XmlElement } from './read-xml.ts';

/** Noncharacters, which a text should not have; those of the file are removed. */
const [OPEN, CLOSE] = ['\uFDD4', '\uFDD5'];
const SIGN = new RegExp(`${OPEN}([hl])(\\d+)${CLOSE}`, 'g');
/** A paragraph that stands for the start or end of a box. */
const EDGE = new RegExp(`<p>${OPEN}e(\\d+)${CLOSE}</p>`, 'g');
/** Paragraphs that stand for the tags of the cell around them. */
const CELL_START = new RegExp(`<t[dh]([^<>]*)><p>${OPEN}c(\\d+)${CLOSE}</p>`, 'g');
const CELL_END = new RegExp(`<p>${OPEN}c(\\d+)${CLOSE}</p></t[dh]>`, 'g');
const NONCHARACTERS = /[\uFDD0-\uFDEF]/g;

export const withoutSigns = (text: string): string => text.replaceAll(NONCHARACTERS, '');

export const signRun = (sign: string): XmlElement =>
  element('w:r', {}, [element('w:t', { 'xml:space': 'preserve' }, [sign])]);

interface NotedLoss {
  readonly kind: LossKind;
  readonly severity: LossSeverity;
  readonly example: string;
}

export class Signs {
  readonly #html: string[] = [];
  readonly #losses: NotedLoss[] = [];

  /** Stands for HTML. */
  html(html: string): string {
    return `${OPEN}h${this.#html.push(html) - 1}${CLOSE}`;
  }

  /** Alone in its paragraph: the start or end of a box around the blocks between. */
  edge(html: string): string {
    return `${OPEN}e${this.#html.push(html) - 1}${CLOSE}`;
  }

  /** Alone in the first paragraph of a cell, and in its last one: its name, the first time with attributes. */
  cell(tag: string): string {
    return `${OPEN}c${this.#html.push(tag) - 1}${CLOSE}`;
  }

  /** Before blocks are told apart, because a box is one. */
  resolveEdges(html: string): string {
    const of = (index: string): string => this.#html[Number(index)] ?? '';
    return html
      .replaceAll(EDGE, (_, index: string) => of(index))
      .replaceAll(CELL_START, (_, spans: string, index: string) => `<${of(index)}${spans}>`)
      .replaceAll(CELL_END, (_, index: string) => `</${of(index)}>`);
  }

  /** May be placed where something was lost. */
  loss(kind: LossKind, severity: LossSeverity, example = ''): string {
    return `${OPEN}l${this.#losses.push({ kind, severity, example }) - 1}${CLOSE}`;
  }

  resolve(blocks: readonly string[]): { blocks: string[]; losses: readonly Loss[] } {
    const places = new Map<number, number>();
    const resolved = blocks.map((block, at) =>
      block.replaceAll(SIGN, (_, type: string, index: string) => {
        if (type === 'h') return this.#html[Number(index)] ?? '';
        places.set(Number(index), at);
        return '';
      }),
    );
    const book = new LossBook();
    for (const [index, { kind, severity, example }] of this.#losses.entries())
      book.note(kind, severity, example, places.get(index) ?? null);
    return { blocks: resolved, losses: book.list() };
  }
}
