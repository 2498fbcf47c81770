/**
 * The database as the services see it. Two pools stand behind it: one of the role that opened it, `supabase_admin` or
 * that of `DATABASE_URL`, for the services' own tables, one of `authenticator`, a role with no rights of its own, for everything done for a caller.
 */
import type { Claims } from '../tokens.ts';

export interface Result<Row> {
  readonly rows: Row[];
  readonly rowCount: number;
}

export interface Transaction {
  /** Parameters only: never build SQL out of what a caller sent. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
}

export interface CallerSettings {
  /** Verified claims; null means no token, which is the role `anon`. */
  readonly claims: Claims | null;
  readonly readOnly?: boolean;
  /** Further transaction-local settings, e.g. `request.headers`, `realtime.topic`, `search_path`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Always roll back, also when `work` returns (a probe). */
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
  /** LISTEN on a channel for as long as the database is open; survives a lost connection. Returns its undo. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
