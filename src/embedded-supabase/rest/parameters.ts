/** The values of one statement: the only place for a caller's data. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export class Parameters {
  readonly values: unknown[] = [];
  readonly #known = new Map<string, string>();

  /** `$1` for a value whose type PostgreSQL infers from the context. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `$1::type`. Equal values of one type share a parameter, so that GROUP BY recognises an expression. */
  addTyped(value: string | number, type: 'text' | 'int4' | 'regconfig'): string {
    const key = `${type} ${value}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const placeholder = `${this.add(value)}::pg_catalog.${type}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}
