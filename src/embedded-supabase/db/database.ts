/**
 * The database as the services see it, backed by two pools. One connects as the role that opened it (`supabase_admin`,
 * or the role of `DATABASE_URL`), for the services' own tables. The other connects as `authenticator`, a role without
 * rights, for all work on behalf of a caller.
 */
import type { Claims } from '../keys/tokens.ts';

/** The server is away, or went away while a statement ran, which may have been committed. */
export class DatabaseAwayError extends Error {}

export interface Result<Row> {
  readonly rows: Row[];
  readonly rowCount: number;
}

export interface Transaction {
  /** Pass caller data as parameters only: never build SQL from it. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
}

export interface CallerSettings {
  /** Verified claims; null means no token, which is the role `anon`. */
  readonly claims: Claims | null;
  readonly readOnly?: boolean;
  /** Further transaction-local settings, e.g. `request.headers`, `realtime.topic`, `search_path`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Always roll back, even when `work` returns (a probe). */
  readonly rollback?: boolean;
}

export interface Database extends Transaction {
  /** Connection string of the role that opened it, for tools. */
  readonly url: string;
  /** One transaction as the role that opened it; a throw rolls back. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * One transaction as the caller: `role`, `request.jwt.claims` (JSON text), `request.jwt.claim.sub` and
   * `request.jwt.claim.role` are set locally before `work` runs; a throw rolls back.
   */
  asCaller<T>(settings: CallerSettings, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** LISTENs on a channel while the database is open; survives a lost connection. Returns its undo. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
