/** Access to a hosted Supabase with its owner's credentials. */
import { Client } from 'pg';
import { z } from 'zod';
import { BackupError } from './manifest.ts';

export interface Project {
  /** Of the role `postgres`, not through a transaction-mode pooler. */
  readonly databaseUrl: string;
  readonly url: string;
  readonly secretKey: string;
}

const variables = z.object({
  SUPABASE_DB_URL: z.string().min(1),
  SUPABASE_URL: z.url(),
  SUPABASE_SECRET_KEY: z.string().min(1),
});

/** Null when no hosted project is configured. Throws `BackupError` when one is configured in part. */
export function readProject(env: Readonly<Record<string, string | undefined>>): Project | null {
  if (!env['SUPABASE_DB_URL']) return null;
  const read = variables.safeParse(env);
  if (!read.success) {
    throw new BackupError(
      'SUPABASE_DB_URL also requires SUPABASE_URL and SUPABASE_SECRET_KEY of the project.',
    );
  }
  const { SUPABASE_DB_URL: databaseUrl, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = read.data;
  return { databaseUrl, url, secretKey };
}

export async function withProject<T>(
  { databaseUrl }: Project,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function readMigrations(client: Client): Promise<string[]> {
  const there = await client.query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as yes",
  );
  if (there.rows[0]?.yes !== true) return [];
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}

export const objectSchema = z.object({
  id: z.uuid(),
  bucket_id: z.string().regex(/^(?!\.{1,2}$)[^/]+$/),
  // `fetch` would resolve dots in the path, and send the file to another service.
  name: z
    .string()
    .refine((name) => name.split('/').every((part) => !/^\.{0,2}$/.test(part)), 'not the name of a file'),
  owner: z.string().nullable(),
  owner_id: z.string().nullable(),
  created_at: z.string(),
  mime_type: z.string().nullable(),
  cache_control: z.string().nullable(),
});
export type StoredObject = z.output<typeof objectSchema>;

export const LIST_OBJECTS = `
  select id, bucket_id, name, owner, owner_id, created_at::text as created_at,
    metadata ->> 'mimetype' as mime_type, metadata ->> 'cacheControl' as cache_control
  from storage.objects order by bucket_id, name`;

export function objectRequest(
  project: Project,
  { bucket_id, name }: StoredObject,
  init: RequestInit = {},
): Request {
  const path = [bucket_id, ...name.split('/')].map(encodeURIComponent).join('/');
  const headers = new Headers(init.headers);
  headers.set('apikey', project.secretKey);
  headers.set('authorization', `Bearer ${project.secretKey}`);
  return new Request(`${project.url}/storage/v1/object/${path}`, { ...init, headers });
}
