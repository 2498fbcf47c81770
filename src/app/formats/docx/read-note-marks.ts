/** Footnotes and endnotes, in the order in which the text refers to them. */
type NoteKind = 'footnotes' | 'endnotes';

export class Notes {
  readonly #found: { readonly kind: NoteKind; readonly id: string }[] = [];

  /** The number of the note that is referred to. */
  number(kind: NoteKind, id: string): number {
    const known = this.#found.findIndex((one) => one.kind === kind && one.id === id);
    return known === -1 ? this.#found.push({ kind, id }) : known + 1;
  }

  list(): readonly { readonly kind: NoteKind; readonly id: string }[] {
    return this.#found;
  }
}
