/** HTML paths of list items: which list an item goes on with, and in which item of another it stands. */
import type { Numbered } from './read-numbering.ts';

interface OpenList {
  readonly list: string;
  readonly level: number;
  readonly tag: string;
  readonly indent: number;
  readonly isOrdered: boolean;
  next: number;
}

const TYPES: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

export class ListPaths {
  #open: OpenList[] = [];
  #made = 0;

  /** `tasks`: an item with a checkbox. */
  item(numbered: Numbered, isTask: boolean): string {
    const { level, number } = numbered;
    const isOrdered = numbered.format !== 'bullet' && !isTask;
    const list = isTask ? 'tasks' : isOrdered ? numbered.list : 'bullets';
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#open.pop();
    let own = this.#open.at(-1);
    const goesOn = own?.level === level && own.list === list && (!isOrdered || own.next === number);
    if (own?.level === level && !goesOn) this.#open.pop();
    if (!own || !goesOn) {
      own = {
        list,
        level,
        tag: this.#tag(numbered, isOrdered),
        indent: numbered.indent,
        isOrdered,
        next: number,
      };
      this.#open.push(own);
    }
    own.next = number + 1;
    return `${this.#path()}:fresh`;
  }

  /** A paragraph that goes on in the last item, because it is indented as its text; null outside. */
  inside(indent: number): string | null {
    while (this.#open.length > 0 && !((this.#open.at(-1)?.indent ?? 0) <= indent)) this.#open.pop();
    return indent > 0 && this.#open.length > 0 ? this.#path() : null;
  }

  close(): void {
    this.#open = [];
  }

  #path(): string {
    return this.#open.map(({ tag }) => `${tag} > li`).join(' > ');
  }

  #tag({ number, format }: Numbered, isOrdered: boolean): string {
    this.#made += 1;
    const own = `[class='l${this.#made}']`;
    if (!isOrdered) return `ul${own}`;
    // Without a type, the page shows letters below numbers.
    const isBelowNumbers = this.#open.at(-1)?.isOrdered === true;
    const type = TYPES[format] ?? (isBelowNumbers ? '1' : undefined);
    return `ol${own}${number === 1 ? '' : `[start='${number}']`}${type === undefined ? '' : `[type='${type}']`}`;
  }
}
