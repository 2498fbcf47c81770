/**
 * Checks private channels against the row level security policies of realtime.messages, by probe.
 *
 * A probe row contains only topic and extension, so that policies can test nothing else (event, payload and `private`
 * have their defaults). Source: supabase/realtime lib/realtime/tenants/authorization.ex.
 */
import type { Database } from '../db/database.ts';
import type { Claims } from '../keys/tokens.ts';

export type Extension = 'broadcast' | 'presence';

export interface Caller {
  readonly claims: Claims;
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  /** Available to policies as `request.headers`: the `x-` headers of the upgrade request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `policy`: a policy (or the role) raised an error. `unavailable`: the database did not answer. */
type ProbeFailure = {
  readonly ok: false;
  readonly reason: 'policy' | 'unavailable';
  readonly detail: string;
};

export type ReadAnswer = { readonly ok: true; readonly readable: ReadonlySet<Extension> } | ProbeFailure;
export type WriteAnswer = { readonly ok: true; readonly allowed: boolean } | ProbeFailure;

/** Classes 08, 53, 57 and 58 of SQLSTATE are failures of the server; all others come from the probe. */
const SERVER_TROUBLE = /^(08|53|57|58)/;

function toFailure(error: unknown): ProbeFailure {
  if (!(error instanceof Error)) throw error;
  const sqlState = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isPolicyError = /^[0-9A-Z]{5}$/.test(sqlState) && !SERVER_TROUBLE.test(sqlState);
  return { ok: false, reason: isPolicyError ? 'policy' : 'unavailable', detail: error.message };
}

const parametersOf = ({ topic, claims, headers }: Caller) =>
  ({ topic, claims: JSON.stringify(claims), headers: JSON.stringify(headers) }) as const;

/** Returns the extensions that the caller may receive on the topic. One round trip; changes nothing. */
export async function probeRead(
  database: Database,
  caller: Caller,
  extensions: readonly Extension[],
): Promise<ReadAnswer> {
  const { topic, claims, headers } = parametersOf(caller);
  try {
    const { rows } = await database.query<{ readable: Extension[] }>(
      'select realtime.probe_read($1, $2::text[], $3::jsonb, $4::jsonb) as readable',
      [topic, extensions, claims, headers],
    );
    return { ok: true, readable: new Set(rows[0]?.readable) };
  } catch (error) {
    return toFailure(error);
  }
}

/** Returns whether the caller may send on the topic. One round trip; changes nothing. */
export async function probeWrite(
  database: Database,
  caller: Caller,
  extension: Extension,
): Promise<WriteAnswer> {
  const { topic, claims, headers } = parametersOf(caller);
  try {
    const { rows } = await database.query<{ allowed: boolean }>(
      'select realtime.probe_write($1, $2, $3::jsonb, $4::jsonb) as allowed',
      [topic, extension, claims, headers],
    );
    return { ok: true, allowed: rows[0]?.allowed === true };
  } catch (error) {
    return toFailure(error);
  }
}
