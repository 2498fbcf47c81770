/** Where threads stand in a text: each between two signs. */
import { threadSign } from '#contract/formats/arriving-text.ts';
import { findAll, named, type XmlElement } from './read-xml.ts';

export class ThreadPlaces {
  readonly #threads: ReadonlyMap<string, string>;
  readonly #ranges: ReadonlySet<string>;

  /** `threads`: the id of the thread by that of its first comment. */
  constructor(text: XmlElement, threads: ReadonlyMap<string, string>) {
    this.#threads = threads;
    const idsOf = (name: string): ReadonlySet<string> =>
      new Set(findAll(text, named(name)).map(({ attributes }) => attributes['w:id'] ?? ''));
    const ends = idsOf('w:commentRangeEnd');
    this.#ranges = new Set([...idsOf('w:commentRangeStart')].filter((id) => ends.has(id)));
  }

  /** The sign of the start or end of a range; empty for other elements, and for replies. */
  sign({ name, attributes }: XmlElement): string {
    const thread = this.#threads.get(attributes['w:id'] ?? '');
    if (thread === undefined || !this.#ranges.has(attributes['w:id'] ?? '')) return '';
    if (name === 'w:commentRangeStart') return threadSign(thread, 'start');
    return name === 'w:commentRangeEnd' ? threadSign(thread, 'end') : '';
  }

  signs(thread: string): readonly [string, string] {
    return [threadSign(thread, 'start'), threadSign(thread, 'end')];
  }

  /** The thread of a comment without a range, which stands at the paragraph with its reference. */
  threadAt({ attributes }: XmlElement): string | null {
    const id = attributes['w:id'] ?? '';
    return this.#ranges.has(id) ? null : (this.#threads.get(id) ?? null);
  }
}
