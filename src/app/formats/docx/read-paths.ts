/** Styles of mammoth's style map: one for each path of HTML elements that a paragraph needs. */
export class HtmlPaths {
  readonly #ids = new Map<string, string>();

  /** The style of paragraphs that become this path, as `ol[start='3'] > li:fresh`. */
  style(path: string): string {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const id = `x${this.#ids.size}`;
    this.#ids.set(path, id);
    return id;
  }

  /** As mammoth reads it. */
  map(): string[] {
    return [...this.#ids].map(([path, id]) => `p.${id} => ${path}`);
  }

  styles(): readonly string[] {
    return [...this.#ids.values()];
  }
}
