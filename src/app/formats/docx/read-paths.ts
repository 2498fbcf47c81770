/** Styles of mammoth's style map: one for each path of HTML elements that a paragraph or a table needs. */
export class HtmlPaths {
  readonly #ids = new Map<string, string>();
  #classes = 0;

  /** The style of paragraphs that become this path, as `ol[start='3'] > li:fresh`. */
  style(path: string): string {
    return this.#idOf(`p ${path}`);
  }

  /** That of tables. */
  table(path: string): string {
    return this.#idOf(`table ${path}`);
  }

  /** Tells an element of a path from another: `[class='x1']`. They are removed in the end. */
  nextClass(): string {
    this.#classes += 1;
    return `[class='x${this.#classes}']`;
  }

  /** As mammoth reads it. */
  map(): string[] {
    return this.#all().map(({ type, path, id }) => `${type}.${id} => ${path}`);
  }

  /** `type`: as in a file of Word. */
  styles(): readonly { readonly type: string; readonly id: string }[] {
    return this.#all().map(({ type, id }) => ({ type: type === 'p' ? 'paragraph' : type, id }));
  }

  #idOf(key: string): string {
    const id = this.#ids.get(key) ?? `x${this.#ids.size}`;
    this.#ids.set(key, id);
    return id;
  }

  #all() {
    return [...this.#ids].map(([key, id]) => {
      const at = key.indexOf(' ');
      return { type: key.slice(0, at), path: key.slice(at + 1), id };
    });
  }
}
