/** Relations of the links of a text. */
import type { Signs } from './read-signs.ts';
import { escapeXml } from './read-xml.ts';

export interface Link {
  readonly address: string;
  /** Empty without one. */
  readonly title: string;
}

export class Links {
  readonly #links = new Map<string, { readonly id: string; readonly target: string }>();
  readonly #signs: Signs;

  constructor(signs: Signs) {
    this.#signs = signs;
  }

  id({ address, title }: Link): string {
    const key = JSON.stringify([address, title]);
    const known = this.#links.get(key) ?? {
      id: `link${this.#links.size}`,
      // The conversion knows no titles: the sign becomes the rest of the tag.
      target: title === '' ? address : this.#signs.html(`${escapeXml(address)}" title="${escapeXml(title)}`),
    };
    this.#links.set(key, known);
    return known.id;
  }

  /** Target and id of each. */
  list(): readonly (readonly [string, string])[] {
    return [...this.#links.values()].map(({ target, id }) => [target, id]);
  }
}
