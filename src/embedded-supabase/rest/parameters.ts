/** The values of one statement. What a caller sent is in here and nowhere else. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export class Parameters {
  readonly values: unknown[] = [];
  readonly #known = new Map<string, string>();

  /** `$1` of a value whose type PostgreSQL infers from where it stands. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `$1::type`; the same value and type give the same parameter, so that GROUP BY recognises an expression. */
  addTyped(value: string | number, type: 'text' | 'int4' | 'regconfig'): string {
    const key = `${type} ${value}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const placeholder = `${this.add(value)}::pg_catalog.${type}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}
