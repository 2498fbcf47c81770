/** Probes in SQL: the users of the test database as callers of the matrix, and the shape of a probe. */
import type { Caller } from '../matrix.ts';

export interface SqlProbe {
  readonly caller: Caller;
  /** The user whose rights the statement runs with; null for those of the tests’ connection. */
  readonly as: string | null;
  readonly what: string;
  readonly expected: boolean;
  /** Counts as allowed when it affects a row. */
  readonly sql: string;
}

/** A caller of the matrix and their name in the test database. */
export type SqlPerson = readonly [Caller, string];

export const PEOPLE: readonly SqlPerson[] = [
  ['owner', 'olga'],
  ['editor', 'edita'],
  ['commenter', 'karel'],
  ['viewer', 'viktor'],
  ['removed member', 'radka'],
  ['expired member', 'emil'],
  ['member of another document', 'otto'],
  ['stranger', 'cizinec'],
  ['signed out', 'signed out'],
  ['anon', 'anon'],
];

export const SQL_PLACES = [
  ['document', 'test.document()', 'olga'],
  ['other document', 'test.other_document()', 'otto'],
] as const;

export interface Catalogue {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly functions: readonly { readonly name: string; readonly signature: string }[];
}
