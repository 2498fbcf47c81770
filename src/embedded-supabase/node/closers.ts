/** Closes opened resources in reverse order, also when opening the next one fails. */
export class Closers {
  readonly #undo: (() => Promise<void>)[] = [];

  add(undo: () => Promise<void>): void {
    this.#undo.push(undo);
  }

  async close(): Promise<void> {
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) await undo();
  }
}
