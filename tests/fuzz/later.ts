/**
 * A promise in virtual time. The provider uses it like a promise, but callbacks run synchronously when it settles, so
 * that a run needs no turn of the real event loop and is deterministic.
 */
export class Later<T> implements PromiseLike<T> {
  #settled: { ok: true; value: T } | { ok: false; error: unknown } | null = null;
  readonly #waiting: (() => void)[] = [];

  get isSettled(): boolean {
    return this.#settled !== null;
  }

  resolve(value: T): void {
    this.#settle({ ok: true, value });
  }

  reject(error: unknown): void {
    this.#settle({ ok: false, error });
  }

  #settle(result: { ok: true; value: T } | { ok: false; error: unknown }): void {
    if (this.#settled) return;
    this.#settled = result;
    for (const tell of this.#waiting.splice(0)) tell();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- standing in for a promise is what this class is for
  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    const next = new Later<A | B>();
    const tell = () => {
      const result = this.#settled!;
      if (result.ok) next.resolve(onValue ? (onValue(result.value) as A) : (result.value as unknown as A));
      else if (onError) next.resolve(onError(result.error) as B);
      else next.reject(result.error);
    };
    if (this.#settled) tell();
    else this.#waiting.push(tell);
    return next;
  }

  catch<B>(onError: (error: unknown) => B): PromiseLike<T | B> {
    return this.then(null, onError);
  }

  asPromise(): Promise<T> {
    return this as unknown as Promise<T>;
  }
}
