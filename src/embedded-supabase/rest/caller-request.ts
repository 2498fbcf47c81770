/** One request, parsed but not yet checked against the catalogue. */
import type { Transaction } from '../db/database.ts';
import type { Claims } from '../keys/tokens.ts';
import type { Catalogue } from './catalogue.ts';
import type { DatabaseConfig } from './database-config.ts';
import type { Preferences } from './prefer.ts';
import type { ParsedQuery } from './query-ast.ts';
import type { Payload } from './read-body.ts';

export type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string };

export interface CallerRequest {
  readonly method: string;
  readonly target: Target;
  readonly schema: string;
  readonly query: ParsedQuery;
  /** The raw query string, without `?`. */
  readonly search: string;
  readonly preferences: Preferences;
  readonly accept: string | null;
  readonly range: string | null;
  /** null for GET, HEAD and DELETE. */
  readonly payload: Payload | null;
  readonly contentType: string;
  readonly claims: Claims | null;
  /** Transaction-local settings: `request.*`, `search_path`, `timezone`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Catalogue, limits and database that a request is answered with. */
export interface Backend {
  readonly catalogue: Catalogue;
  readonly limits: Pick<DatabaseConfig, 'maxRows' | 'aggregatesEnabled'>;
  /** Runs `work` in one transaction as the caller. */
  readonly run: <T>(readOnly: boolean, work: (tx: Transaction) => Promise<T>) => Promise<T>;
}
