/** HTML paths of paragraphs: by their kind, in the item of a list, or in a note. */
import { ListPaths, type Item } from './read-lists.ts';
import { SUMMARY } from './read-own.ts';
import type { Reading } from './read-state.ts';
import type { BlockKind } from './read-styles.ts';
import { STYLES } from './write-names.ts';

export type Place = 'body' | 'box' | 'cell' | 'note';

/** `leaf`: of our own files, a picture, a rule or a formula alone in its paragraph. */
export type LineKind = BlockKind | 'leaf';

export interface Line {
  readonly kind: LineKind;
  readonly styleId: string;
  /** As mammoth reads attributes. */
  readonly css: string;
  readonly indent: number;
  /** The paragraph sets its indent itself, and all of its lines have it. */
  readonly isIndented: boolean;
}

const NOTE = `ol[class='notes'] > li`;
const QUOTE = 'blockquote';

export class LinePaths {
  readonly #lists: ListPaths;
  readonly #place: Place;
  readonly #isOwn: boolean;
  /** Elements around all of them. */
  readonly prefix: string;

  constructor({ paths, isOwn }: Reading, place: Place, prefix = '') {
    this.#lists = new ListPaths(paths, isOwn);
    this.#place = place;
    this.#isOwn = isOwn;
    this.prefix = prefix;
  }

  /** The next block is in no list. */
  close(): void {
    this.#lists.close();
  }

  /** Elements around a block of another kind with this indent; null where it stands in no item, which ends lists. */
  around(indent: number): string | null {
    const inside = this.#lists.inside(indent);
    return inside === null ? null : `${this.prefix}${inside} > `;
  }

  /** Elements around what follows in the last item. */
  get inItem(): string {
    const last = this.#lists.last();
    return last === null ? this.prefix : `${this.prefix}${last} > `;
  }

  item(line: Line, item: Item): string {
    const path = this.#lists.item(item);
    const kind = this.#kindOf(line);
    if (kind === 'quote') return `${this.prefix}${QUOTE} > ${this.#within(path, line, 'p')}`;
    return this.prefix + this.#within(path, line, kind);
  }

  /** `isFirst`: of its place. */
  path(line: Line, isFirst: boolean): string {
    const { css, styleId, indent } = line;
    const kind = this.#kindOf(line);
    if (this.#place === 'note') return isFirst ? `${NOTE}:fresh` : `${NOTE} > p${css}:fresh`;
    const inside = this.#mayGoOn(kind, line) ? this.#lists.inside(indent) : null;
    if (inside !== null) return `${this.prefix}${inside} > ${this.#element(kind, css)}`;
    this.#lists.close();
    const isSummary = styleId === SUMMARY && this.#place === 'box';
    return this.prefix + (isSummary ? 'summary:fresh' : this.#element(kind, css));
  }

  /** Within the range of a quote, paragraphs are no quotes of their own. */
  #kindOf({ kind }: Line): LineKind {
    return kind === 'quote' && this.prefix.includes(QUOTE) ? 'p' : kind;
  }

  #element(kind: LineKind, css: string): string {
    if (kind === 'code') return this.#code();
    if (kind === 'leaf') return 'div:fresh';
    return `${kind === 'quote' ? `${QUOTE} > p` : kind}${css}:fresh`;
  }

  /**
   * Whether the block may stand in an item. Here those that are no text have ranges; elsewhere headings end lists, and quotes,
   * which are indented anyway, unless they say where they stand.
   */
  #mayGoOn(kind: LineKind, { styleId, isIndented }: Line): boolean {
    if (this.#isOwn) return kind === 'p' && styleId === STYLES.list;
    return kind === 'p' || kind === 'code' || (kind === 'quote' && isIndented);
  }

  #within(item: string, { css }: Line, kind: LineKind): string {
    if (kind === 'p' && css === '' && !this.#isOwn) return item;
    return `${item} > ${this.#element(kind, css)}`;
  }

  /** Other programs make a paragraph of each line of code. */
  #code(): string {
    return this.#isOwn ? 'pre:fresh' : String.raw`pre:separator('\n')`;
  }
}
