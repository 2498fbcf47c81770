/** The syntax of a query string, before its names are looked up. */
export interface JsonStep {
  /** `->>` gives text, `->` gives JSON. */
  readonly asText: boolean;
  readonly key: string | number;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum';

export interface SelectField {
  readonly kind: 'field';
  /** null only in `count()`, which counts rows. */
  readonly field: Field | null;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
}

export interface SelectRelation {
  readonly kind: 'relation';
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly inner: boolean;
  readonly spread: boolean;
  readonly children: readonly SelectItem[];
}

export type SelectItem = { readonly kind: 'star' } | SelectField | SelectRelation;

export type Quantifier = 'any' | 'all';

export type Operation =
  | {
      readonly kind: 'simple';
      readonly operator: string;
      readonly quantifier: Quantifier | null;
      readonly value: string;
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { readonly kind: 'isdistinct'; readonly value: string }
  | {
      readonly kind: 'fts';
      readonly operator: string;
      readonly language: string | null;
      readonly value: string;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

export type Condition =
  | Filter
  | {
      readonly kind: 'tree';
      readonly negated: boolean;
      readonly operator: 'and' | 'or';
      readonly conditions: readonly Condition[];
    };

export interface OrderTerm {
  /** Set when the term orders by a column of an embedded to-one resource. */
  readonly relation: string | null;
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | null;
}

/** A part of the query that applies to the resource at `path` from the root. */
export interface At<T> {
  readonly path: readonly string[];
  readonly value: T;
}

export interface Window {
  readonly limit: number | null;
  readonly offset: number;
}

export interface ParsedQuery {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly At<Condition>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  readonly windows: readonly At<Window>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** Arguments of an rpc call by GET: all parameters that are neither reserved nor filters. */
  readonly args: readonly (readonly [string, string])[];
}
