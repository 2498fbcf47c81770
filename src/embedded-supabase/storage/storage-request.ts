/** Passed to every endpoint. */
import { z } from 'zod';
import type { Database, Transaction } from '../db/database.ts';
import { mendSurrogates } from '../text/mend-surrogates.ts';
import type { Claims, Tokens } from '../keys/tokens.ts';
import type { FileStore } from './file-store.ts';
import { invalidRequest, refuseAccess } from './storage-error.ts';

/** Named as in the table `[storage]` of `supabase/config.toml`. */
interface StorageConfig {
  /** In bytes; no bucket may accept larger files. */
  readonly file_size_limit: number;
}

export interface StorageDeps {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: StorageConfig;
  readonly files: FileStore;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface StorageRequest {
  readonly deps: StorageDeps;
  readonly request: Request;
  readonly url: URL;
  /** Null when the request has no token, which suffices only for public and signed URLs. */
  readonly claims: Claims | null;
}

export interface CallerOptions {
  /** The value of `storage.operation()` during the transaction: supabase/storage's name of the route. */
  readonly operation: string;
  readonly readOnly?: boolean;
  /** Only checks whether it would be allowed. */
  readonly rollback?: boolean;
}

/** One transaction with the caller's role and claims, under the policies of `storage.objects` and `storage.buckets`. */
export async function asCaller<T>(
  { deps, request, url, claims }: StorageRequest,
  { operation, readOnly = false, rollback = false }: CallerOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (claims === null) throw refuseAccess("headers must have required property 'authorization'");
  const settings = {
    search_path: 'storage, public, extensions',
    'storage.operation': operation,
    'storage.allow_delete_query': 'true',
    'request.method': request.method,
    'request.path': url.pathname,
    'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
  };
  return await deps.database.asCaller({ claims, readOnly, rollback, settings }, work);
}

/** Throws InvalidRequest when the body is not JSON or not of this shape. */
export async function readJson<T>(request: Request, shape: z.ZodType<T>): Promise<T> {
  const text = await request.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(mendSurrogates(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidRequest('Body is not valid JSON');
    throw error;
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`);
}

/** The owner of an object or bucket: the column `owner` holds only UUIDs. */
export function ownerOf(claims: Claims | null): { owner: string | null; ownerId: string | null } {
  const sub = claims?.sub ?? null;
  const isUuid = sub !== null && z.guid().safeParse(sub).success;
  return { owner: isUuid ? sub : null, ownerId: sub };
}
