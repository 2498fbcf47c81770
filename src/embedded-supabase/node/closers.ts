/** Undoes in reverse what was opened, also when opening the next thing fails. */
export class Closers {
  readonly #undo: (() => Promise<void>)[] = [];

  add(undo: () => Promise<void>): void {
    this.#undo.push(undo);
  }

  async close(): Promise<void> {
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) await undo();
  }
}
