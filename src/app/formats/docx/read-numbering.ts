/** Numbers of paragraphs as Word counts them. */
import { childOf, elementsOf, valueOf, type XmlElement } from './read-xml.ts';
import type { Styles } from './read-styles.ts';

export interface Numbered {
  /** Paragraphs of one list share it. */
  readonly list: string;
  /** Of that list: one that begins again has another. */
  readonly instance: string;
  readonly level: number;
  readonly number: number;
  /** Of Word, as `lowerLetter` or `bullet`. */
  readonly format: string;
  /** As Word shows it: "1.2." */
  readonly label: string;
  /** The label has the numbers of other levels, or its text is not the usual one. */
  readonly isUnusual: boolean;
  /** In our own files: the text does not say which format it has. */
  readonly isUnset: boolean;
  readonly indent: number;
}

const LEVELS = 9;

export class Numbering {
  readonly #lists = new Map<string, XmlElement>();
  readonly #numbers = new Map<string, XmlElement>();
  readonly #byStyle = new Map<string, string>();
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** Levels of lists that restarted where they begin. */
  readonly #begun = new Set<string>();
  readonly #styles: Styles;
  readonly #linked = new Map<string, string>();

  constructor(root: XmlElement | undefined, styles: Styles) {
    this.#styles = styles;
    for (const one of elementsOf(root)) {
      if (one.name === 'w:num') this.#numbers.set(one.attributes['w:numId'] ?? '', one);
      if (one.name !== 'w:abstractNum') continue;
      const id = one.attributes['w:abstractNumId'] ?? '';
      this.#lists.set(id, one);
      const link = valueOf(one, 'w:styleLink');
      if (link !== undefined) this.#linked.set(link, id);
      for (const level of elementsOf(one)) {
        const style = valueOf(level, 'w:pStyle');
        if (style !== undefined) this.#byStyle.set(style, level.attributes['w:ilvl'] ?? '0');
      }
    }
  }

  /** Counts the paragraph. Null without a number. */
  next(ofParagraph: XmlElement | undefined, styleId: string): Numbered | null {
    const found = this.#find(ofParagraph, styleId);
    return found === null ? null : this.#count(found.id, found.number, found.listId, found.level);
  }

  #find(ofParagraph: XmlElement | undefined, styleId: string) {
    const ofStyle = this.#styles.paragraph(styleId).numbering;
    const id = valueOf(ofParagraph, 'w:numId') ?? valueOf(ofStyle, 'w:numId');
    if (id === undefined || id === '0') return null;
    const number = this.#numbers.get(id);
    const listId = this.#listOf(number);
    if (number === undefined || listId === null) return null;
    const own = valueOf(ofParagraph, 'w:ilvl') ?? valueOf(ofStyle, 'w:ilvl');
    const level = Number(own ?? this.#byStyle.get(styleId) ?? 0);
    return level >= 0 && level < LEVELS ? { id, number, listId, level } : null;
  }

  /** Of a paragraph with this number; 0 without one. */
  indentOf(ofParagraph: XmlElement | undefined, styleId: string): number {
    const found = this.#find(ofParagraph, styleId);
    return found === null ? 0 : indentOf(this.#level(found.number, found.listId, found.level));
  }

  #listOf(number: XmlElement | undefined): string | null {
    const id = valueOf(number, 'w:abstractNumId') ?? '';
    const link = valueOf(this.#lists.get(id), 'w:numStyleLink');
    const found = (link === undefined ? undefined : this.#linked.get(link)) ?? id;
    return this.#lists.has(found) ? found : null;
  }

  #count(id: string, number: XmlElement, listId: string, level: number): Numbered {
    const counts = this.#counts.get(listId) ?? [];
    this.#counts.set(listId, counts);
    const place = `${id}.${level}`;
    if (!this.#begun.has(place)) {
      this.#begun.add(place);
      const start = valueOf(findLevel(number, 'w:lvlOverride', level), 'w:startOverride');
      if (start !== undefined) counts[level] = Number(start) - 1;
    }
    const format = this.#level(number, listId, level);
    counts[level] = (counts[level] ?? startOf(format) - 1) + 1;
    for (let deeper = level + 1; deeper < LEVELS; deeper++) {
      const restart = Number(valueOf(this.#level(number, listId, deeper), 'w:lvlRestart') ?? deeper);
      if (restart > level) counts[deeper] = undefined;
    }
    return { ...this.#describe(number, listId, level, counts), instance: id };
  }

  #describe(
    number: XmlElement,
    list: string,
    level: number,
    counts: readonly (number | undefined)[],
  ): Omit<Numbered, 'instance'> {
    const own = this.#level(number, list, level);
    const text = valueOf(own, 'w:lvlText') ?? '';
    const label = text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const of = this.#level(number, list, Number(digit) - 1);
      const format = childOf(own, 'w:isLgl') ? 'decimal' : formatOf(of);
      return writeNumber(counts[Number(digit) - 1] ?? startOf(of), format);
    });
    return {
      list,
      level,
      number: counts[level] ?? 1,
      format: formatOf(own),
      label,
      isUnusual: formatOf(own) !== 'bullet' && !new RegExp(`^%${level + 1}[.)]?$`).test(text),
      isUnset: childOf(own, 'w:suff') === undefined,
      indent: indentOf(own),
    };
  }

  #level(number: XmlElement, listId: string, level: number): XmlElement | undefined {
    const ofList = findLevel(this.#lists.get(listId), 'w:lvl', level);
    return childOf(findLevel(number, 'w:lvlOverride', level), 'w:lvl') ?? ofList;
  }
}

const findLevel = (of: XmlElement | undefined, name: string, level: number): XmlElement | undefined =>
  elementsOf(of).find((one) => one.name === name && Number(one.attributes['w:ilvl'] ?? 0) === level);
const indentOf = (level: XmlElement | undefined): number => {
  const { 'w:start': start, 'w:left': left } = childOf(level, 'w:pPr', 'w:ind')?.attributes ?? {};
  return Number(start ?? left ?? 0);
};
const startOf = (level: XmlElement | undefined): number => Number(valueOf(level, 'w:start') ?? 1);
const formatOf = (level: XmlElement | undefined): string => valueOf(level, 'w:numFmt') ?? 'decimal';

const ROMAN = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;
const MAX_ROMAN = 4000;

export function writeNumber(number: number, format: string): string {
  if (format.endsWith('Letter') && number > 0) {
    const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(8, Math.ceil(number / 26)));
    return format === 'upperLetter' ? letter.toUpperCase() : letter;
  }
  if (format.endsWith('Roman') && number < MAX_ROMAN) {
    let [left, text] = [number, ''];
    for (const [digits, value] of ROMAN) for (; left >= value; left -= value) text += digits;
    return format === 'upperRoman' ? text.toUpperCase() : text;
  }
  return format === 'none' ? '' : String(number);
}
