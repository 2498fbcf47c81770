/** Where the threads of a page that was downloaded here stand in its text: they become signs. */
import { threadSign } from '#contract/formats/arriving-text.ts';

const TAG = /<(\/?)([a-z][a-z\d]*)((?:[^>"]|"[^"]*")*)>/g;
/** Blocks of text; elsewhere a sign has a paragraph of its own. */
const TEXT_BLOCKS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'pre']);
const COVERED = /\sdata-comments="([\d ]+)"/;
const END = /\sdata-comment="(\d+)"/;

export interface SignedPage {
  readonly html: string;
  /** Ids of threads that have a start and an end. */
  readonly placed: ReadonlySet<string>;
  /** Those of them that stood at several places: what is between them is in their range now. */
  readonly widened: ReadonlySet<string>;
}

/** `ids`: of the threads that the page has. */
export function signOwnPage(html: string, ids: ReadonlySet<string>): SignedPage {
  const signer = new Signer(ids);
  let last = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    signer.text(html.slice(last, index));
    if (slash === '') signer.open(tag, name, attributes);
    else signer.close(tag, name);
    last = index + tag.length;
  }
  signer.text(html.slice(last));
  return { html: signer.parts.join(''), placed: signer.placed, widened: signer.widened };
}

class Signer {
  readonly parts: string[] = [];
  readonly placed = new Set<string>();
  readonly widened = new Set<string>();
  readonly #ids: ReadonlySet<string>;
  readonly #begun = new Set<string>();
  /** Threads that began, and have passed text which they do not cover. */
  readonly #left = new Set<string>();
  /** For each open `span` the threads that cover its text. */
  readonly #spans: (readonly string[])[] = [];
  /** Whether each open `div` is one of `WHOLE_BLOCKS`. */
  readonly #boxes: boolean[] = [];
  #isInText = false;
  /** How many parts stand before the content of the last block of text. */
  #before = 0;
  #isInReference = false;
  /** Sets a sign behind the last block. */
  #end: (sign: string) => void = () => undefined;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  text(text: string): void {
    this.parts.push(text);
    if (text.trim() === '') return;
    const covering = this.#spans.at(-1) ?? [];
    for (const id of this.#begun) if (!this.placed.has(id) && !covering.includes(id)) this.#left.add(id);
  }

  open(tag: string, name: string, attributes: string): void {
    const reference = END.exec(attributes)?.[1];
    if (reference !== undefined) return this.#takeReference(reference);
    const covering = (COVERED.exec(attributes)?.[1]?.split(' ') ?? []).filter((id) => this.#ids.has(id));
    const start = this.#start(covering);
    if (name === 'span') {
      this.#spans.push([...(this.#spans.at(-1) ?? []), ...covering]);
      this.parts.push(tag + start);
      return;
    }
    if (TEXT_BLOCKS.has(name)) this.#isInText = true;
    const isWhole = /\s(?:class="wide"|data-type="blockMath")/.test(attributes);
    if (name === 'div') this.#boxes.push(isWhole);
    this.parts.push(start === '' ? tag : `<p>${start}</p>${tag}`);
    if (TEXT_BLOCKS.has(name)) this.#before = this.parts.length;
    if (name === 'img' || name === 'hr') this.#endWhole();
  }

  close(tag: string, name: string): void {
    const isEmpty = name === 'p' && this.parts.slice(this.#before).join('') === '';
    const isReference = name === 'a' && this.#isInReference;
    this.parts.push(isReference ? '' : tag);
    if (isReference) this.#isInReference = false;
    if (name === 'span') this.#spans.pop();
    if (name === 'div' && this.#boxes.pop() === true) this.#endWhole();
    if (!TEXT_BLOCKS.has(name)) return;
    this.#isInText = false;
    // A paragraph with nothing but a sign would not stay.
    if (isEmpty) return;
    // Code has an element of its own in its block.
    const at = name === 'pre' ? this.parts.lastIndexOf('</code>') : this.parts.length - 1;
    this.#end = (sign) => (this.parts[at] = sign + this.parts[at]);
  }

  #endWhole(): void {
    const at = this.parts.length - 1;
    this.#end = (sign) => (this.parts[at] += `<p>${sign}</p>`);
  }

  /** It stands behind all of a thread, sometimes between two items or cells. */
  #takeReference(id: string): void {
    this.#isInReference = true;
    if (!this.#begun.has(id) || this.placed.has(id)) return;
    this.placed.add(id);
    const sign = threadSign(id, 'end');
    if (this.#isInText) this.parts.push(sign);
    else this.#end(sign);
  }

  #start(covering: readonly string[]): string {
    for (const id of covering) if (this.#left.has(id)) this.widened.add(id);
    const starting = covering.filter((id) => !this.#begun.has(id));
    for (const id of starting) this.#begun.add(id);
    return starting.map((id) => threadSign(id, 'start')).join('');
  }
}
