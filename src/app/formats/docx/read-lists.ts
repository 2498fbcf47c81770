/** HTML paths of list items: which list an item goes on with, and in which item of another it stands. */
import type { HtmlPaths } from './read-paths.ts';
import type { Numbered } from './read-numbering.ts';

interface OpenList {
  readonly list: string;
  readonly level: number;
  readonly tag: string;
  readonly indent: number;
  readonly isOrdered: boolean;
  /** Of the last item. */
  item: string;
  next: number;
}

const TYPES: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** A list item, as its paragraph has it. */
export interface Item {
  readonly numbered: Numbered;
  /** With a checkbox; null without. */
  readonly isChecked: boolean | null;
  readonly indent: number;
}

export class ListPaths {
  #open: OpenList[] = [];
  readonly #paths: HtmlPaths;
  readonly #isOwn: boolean;

  constructor(paths: HtmlPaths, isOwn: boolean) {
    this.#paths = paths;
    this.#isOwn = isOwn;
  }

  item({ numbered, isChecked, indent }: Item): string {
    const { level, number } = numbered;
    const isOrdered = numbered.format !== 'bullet' && isChecked === null;
    const list = this.#listOf(numbered, isOrdered, isChecked !== null);
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#open.pop();
    let own = this.#open.at(-1);
    const goesOn = own?.level === level && own.list === list && (!isOrdered || own.next === number);
    if (own?.level === level && !goesOn) this.#open.pop();
    if (!own || !goesOn) {
      own = { list, level, tag: this.#tag(numbered, isOrdered), indent, isOrdered, item: '', next: number };
      this.#open.push(own);
    }
    own.next = number + 1;
    own.item = this.#isOwn && isChecked !== null ? `li[data-checked='${isChecked}']` : 'li';
    return `${this.#path()}:fresh`;
  }

  /** A paragraph that goes on in the last item, because it is indented as its text; null outside. */
  inside(indent: number): string | null {
    while (this.#open.length > 0 && !((this.#open.at(-1)?.indent ?? 0) <= indent)) this.#open.pop();
    return indent > 0 && this.#open.length > 0 ? this.#path() : null;
  }

  /** The last item; null outside of lists. */
  last(): string | null {
    return this.#open.length > 0 ? this.#path() : null;
  }

  close(): void {
    this.#open = [];
  }

  /** Items of the same are one list where nothing stands between them. */
  #listOf({ list, instance }: Numbered, isOrdered: boolean, isTask: boolean): string {
    const kind = isTask ? 'tasks' : isOrdered ? list : 'bullets';
    return this.#isOwn ? `${kind} ${instance}` : kind;
  }

  #path(): string {
    return this.#open.map(({ tag, item }) => `${tag} > ${item}`).join(' > ');
  }

  #tag({ number, format, isUnset }: Numbered, isOrdered: boolean): string {
    const own = this.#paths.nextClass();
    if (!isOrdered) return `ul${own}`;
    // Without a type, the page shows letters below numbers. Our own files say whether there is one.
    const hasType = this.#isOwn ? !isUnset : this.#open.at(-1)?.isOrdered === true;
    const type = this.#isOwn && isUnset ? undefined : (TYPES[format] ?? (hasType ? '1' : undefined));
    return `ol${own}${number === 1 ? '' : `[start='${number}']`}${type === undefined ? '' : `[type='${type}']`}`;
  }
}
