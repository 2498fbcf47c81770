/** Styles of a text: which block a paragraph is, and how its runs look, through all styles that theirs are based on. */
import { childOf, elementsOf, valueOf, type XmlElement } from './read-xml.ts';
import { STYLES } from './write-names.ts';

export type BlockKind = `h${1 | 2 | 3 | 4 | 5 | 6}` | 'quote' | 'code' | 'p';

export interface RunLook {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly underline?: boolean;
  readonly hidden?: boolean;
  /** `superscript` or `subscript`. */
  readonly position?: string;
  readonly highlight?: string;
  readonly isCode?: boolean;
}

export interface ParagraphStyle {
  readonly kind: BlockKind;
  readonly isTitle: boolean;
  readonly look: RunLook;
  readonly numbering: XmlElement | undefined;
  /** Of the level of a numbering that belongs to this style. */
  readonly id: string;
  readonly alignment: string | undefined;
  readonly bidi: XmlElement | undefined;
  readonly indent: number;
  /** Below it. */
  readonly hasLine: boolean;
}

type Chain = readonly XmlElement[];

export class Styles {
  readonly #styles = new Map<string, XmlElement>();
  readonly #paragraphs = new Map<string, ParagraphStyle>();
  readonly #usual: string;

  constructor(root: XmlElement | undefined) {
    const styles = elementsOf(root).filter(({ name }) => name === 'w:style');
    for (const style of styles) {
      const key = `${style.attributes['w:type']} ${style.attributes['w:styleId']}`;
      if (!this.#styles.has(key)) this.#styles.set(key, style);
    }
    const usual = styles.find(
      ({ attributes }) => attributes['w:type'] === 'paragraph' && isOn(attributes['w:default'] ?? '0'),
    );
    this.#usual = usual?.attributes['w:styleId'] ?? '';
  }

  paragraph(id: string = this.#usual): ParagraphStyle {
    const known = this.#paragraphs.get(id);
    if (known) return known;
    const chain = this.#chain('paragraph', id);
    const format = chain.map((style) => childOf(style, 'w:pPr'));
    const first = <T>(read: (one: XmlElement | undefined) => T | undefined): T | undefined =>
      format.map(read).find((value) => value !== undefined);
    const kind = chain.length === 0 ? kindOfId(id) : kindOf(chain);
    const style: ParagraphStyle = {
      id,
      kind,
      isTitle: chain.some((one) => /^title$/i.test(valueOf(one, 'w:name') ?? '')),
      look: kind.startsWith('h') || kind === 'code' || BOLD.includes(id) ? {} : lookOfChain(chain),
      numbering: first((one) => childOf(one, 'w:numPr')),
      alignment: first((one) => valueOf(one, 'w:jc')),
      bidi: first((one) => childOf(one, 'w:bidi')),
      indent: Number(first(indentOf) ?? 0),
      hasLine: hasLine(first((one) => (childOf(one, 'w:pBdr', 'w:bottom') ? one : undefined))),
    };
    this.#paragraphs.set(id, style);
    return style;
  }

  /** The look of a run: its own format above that of its style and of its paragraph. */
  run(format: XmlElement | undefined, ofParagraph: RunLook): RunLook {
    const id = valueOf(format, 'w:rStyle');
    const chain = id === undefined ? [] : this.#chain('character', id);
    const ofStyle = chain.some(isOfLinks) ? {} : lookOfChain(chain);
    const isCode = chain.some((style) => CODE_RUNS.test(valueOf(style, 'w:name') ?? ''));
    return {
      ...ofParagraph,
      ...ofStyle,
      // Two styles that both set them take them away, as emphasis within emphasis.
      ...toggled('bold', ofParagraph, ofStyle),
      ...toggled('italic', ofParagraph, ofStyle),
      ...(isCode ? { isCode } : {}),
      ...readLook(format),
    };
  }

  #chain(type: string, id: string): Chain {
    const chain: XmlElement[] = [];
    let style = this.#styles.get(`${type} ${id}`);
    while (style && !chain.includes(style)) {
      chain.push(style);
      style = this.#styles.get(`${type} ${valueOf(style, 'w:basedOn') ?? ''}`);
    }
    return chain;
  }
}

/** Bold by nature, as headings. */
const BOLD: readonly string[] = [STYLES.summary, STYLES.head];

/** Color and line of links are their usual look. */
const isOfLinks = (style: XmlElement): boolean =>
  /^(?:Followed)?Hyperlink$/i.test(valueOf(style, 'w:name') ?? '');

const toggled = (name: 'bold' | 'italic', outer: RunLook, inner: RunLook): RunLook =>
  outer[name] === true && inner[name] === true ? { [name]: false } : {};

const isOn = (value: string | undefined): boolean => !/^(?:0|false|off|none)$/i.test(value ?? '1');

export const indentOf = (format: XmlElement | undefined): string | undefined => {
  const indent = childOf(format, 'w:ind')?.attributes;
  return indent?.['w:start'] ?? indent?.['w:left'];
};

const lookOfChain = (chain: Chain): RunLook =>
  chain.reduceRight<RunLook>((look, style) => ({ ...look, ...readLook(childOf(style, 'w:rPr')) }), {});

const SWITCHES = {
  bold: ['w:b'],
  italic: ['w:i'],
  strike: ['w:strike', 'w:dstrike'],
  hidden: ['w:vanish'],
} as const;

/** Only what the format sets itself. */
function readLook(format: XmlElement | undefined): RunLook {
  if (!format) return {};
  const look: { -readonly [Name in keyof RunLook]: RunLook[Name] } = {};
  for (const { name, attributes } of elementsOf(format)) {
    const value = attributes['w:val'];
    for (const [key, names] of Object.entries(SWITCHES))
      if (names.some((one) => one === name)) look[key as keyof typeof SWITCHES] = isOn(value);
    if (name === 'w:u') look.underline = isOn(value);
    if (name === 'w:vertAlign') look.position = value ?? '';
    // LibreOffice raises small text by half points.
    if (name === 'w:position' && look.position === undefined && childOf(format, 'w:sz'))
      look.position = Number(value) > 0 ? 'superscript' : 'subscript';
    if (name === 'w:highlight') look.highlight = value ?? 'none';
    if (name === 'w:shd' && look.highlight === undefined) look.highlight = shadeOf(attributes['w:fill']);
  }
  if (look.highlight === undefined) delete look.highlight;
  return look;
}

/** LibreOffice and Google Docs highlight by shading, in any color. */
const shadeOf = (fill: string | undefined): string | undefined =>
  fill === undefined || /^(?:auto|ffffff)$/i.test(fill) ? undefined : `#${fill.toLowerCase()}`;

const CODE_RUNS =
  /^(?:HTML (?:Code|Typewriter|Keyboard|Sample)|Verbatim Char|Source Text|(?:Inline )?Code(?: Char)?)$/i;
const CODE = /^(?:HTML Preformatted|Preformatted Text|Source Code|Code|Code Block)$/i;
const QUOTE = /^(?:Quote|Intense Quote|Quotations|Block ?Quote|Block Text)$/i;

/** By the names of Word, LibreOffice, Pages and pandoc; else by the level in the outline. The nearest style decides. */
function kindOf(chain: Chain): BlockKind {
  for (const style of chain) {
    const name = valueOf(style, 'w:name') ?? '';
    const [, level] = /^heading ([1-9])$/i.exec(name) ?? [];
    if (level !== undefined) return heading(Number(level));
    if (/^(?:title|heading)$/i.test(name)) return 'h1';
    if (/^subtitle$/i.test(name)) return 'h2';
    if (QUOTE.test(name)) return 'quote';
    if (CODE.test(name)) return 'code';
    const outline = valueOf(style, 'w:pPr', 'w:outlineLvl');
    if (outline !== undefined) return outlineKind(outline) ?? 'p';
  }
  return 'p';
}

const heading = (level: number): BlockKind => `h${Math.min(level, 6)}` as BlockKind;

/** Null: body text. */
export const outlineKind = (level: string | undefined): BlockKind | null =>
  level !== undefined && /^[0-8]$/.test(level) ? heading(Number(level) + 1) : null;

/** Of a file without that style. */
function kindOfId(id: string): BlockKind {
  const [, level] = /^(?:Heading|Nadpis)(?:_20_)?([1-9])$/i.exec(id) ?? [];
  if (level !== undefined) return heading(Number(level));
  return /^(?:Title|Nzev)$/i.test(id) ? 'h1' : 'p';
}

/** An empty paragraph with a line below is how Word draws rules. */
export const hasLine = (format: XmlElement | undefined): boolean =>
  !/^(?:nil|none)$/.test(valueOf(format, 'w:pBdr', 'w:bottom') ?? 'none');
