/** The matrix once more, in SQL: who the people of the test database are, and what a question to it looks like. */
import type { Caller } from '../matrix.ts';

export interface SqlProbe {
  readonly caller: Caller;
  /** Whose rights the statement runs with; null for the tests' own. */
  readonly as: string | null;
  readonly what: string;
  readonly expected: boolean;
  /** Goes through when it touches a row. */
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
  ['member whose time is up', 'emil'],
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
