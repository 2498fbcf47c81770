/** HTML paths of paragraphs: by their kind, in the item of a list, or in a note. */
import { ListPaths } from './read-lists.ts';
import type { Numbered } from './read-numbering.ts';
import { SUMMARY } from './read-own.ts';
import type { BlockKind } from './read-styles.ts';

export type Place = 'body' | 'box' | 'cell' | 'note';

export interface Line {
  readonly kind: BlockKind;
  readonly styleId: string;
  /** As mammoth reads attributes. */
  readonly css: string;
  readonly indent: number;
}

const NOTE = `ol[class='notes'] > li`;
/** By which quotes are indented that were exported here. */
const QUOTE_INDENT = 360;

export class LinePaths {
  readonly #lists = new ListPaths();
  readonly #place: Place;
  readonly #isOwn: boolean;

  constructor(place: Place, isOwn: boolean) {
    this.#place = place;
    this.#isOwn = isOwn;
  }

  /** The next block is in no list. */
  close(): void {
    this.#lists.close();
  }

  item(line: Line, numbered: Numbered, isTask: boolean): string {
    const item = this.#lists.item(numbered, isTask);
    if (line.kind === 'quote') return `blockquote > ${this.#within(item, line, 'p')}`;
    return this.#within(item, line, line.kind);
  }

  /** `isFirst`: of its place. */
  path(line: Line, isFirst: boolean): string {
    const { kind, css, styleId, indent } = line;
    if (this.#place === 'note') return isFirst ? `${NOTE}:fresh` : `${NOTE} > p${css}:fresh`;
    const own = kind === 'code' ? this.#code() : `${kind === 'quote' ? 'blockquote > p' : kind}${css}:fresh`;
    const inside = this.#mayGoOn(kind)
      ? this.#lists.inside(kind === 'quote' && this.#isOwn ? indent - QUOTE_INDENT : indent)
      : null;
    if (inside !== null) return `${inside} > ${own}`;
    this.#lists.close();
    return styleId === SUMMARY && this.#place === 'box' ? 'summary:fresh' : own;
  }

  /** Whether the block may stand in an item. Headings of other programs end lists. */
  #mayGoOn(kind: BlockKind): boolean {
    return kind === 'p' || kind === 'code' || this.#isOwn;
  }

  #within(item: string, { css }: Line, kind: BlockKind): string {
    if (kind === 'p') return css === '' ? item : `${item} > p${css}:fresh`;
    return `${item} > ${kind === 'code' ? this.#code() : `${kind}${css}:fresh`}`;
  }

  /** Other programs make a paragraph of each line of code. */
  #code(): string {
    return this.#isOwn ? 'pre:fresh' : String.raw`pre:separator('\n')`;
  }
}
