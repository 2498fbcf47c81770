/** Uses results in the order in which they were requested, whichever arrives first. */
export class InOrder {
  readonly #waiting: { use: (() => void) | null }[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add<T>(result: PromiseLike<T>, use: (value: T) => void, fail: (error: unknown) => void): void {
    const place: { use: (() => void) | null } = { use: null };
    this.#waiting.push(place);
    const arrive = (run: () => void): void => {
      place.use = run;
      this.#settle();
    };
    result.then(
      (value) => arrive(() => use(value)),
      (error: unknown) => arrive(() => fail(error)),
    );
  }

  /** An exception propagates, but only after the results behind have been used. */
  #settle(): void {
    const next = this.#waiting[0]?.use;
    if (!next) return;
    this.#waiting.shift();
    try {
      next();
    } finally {
      this.#settle();
    }
  }
}
