/** Finds the project's own tables in a hosted Supabase, and reads and writes them as text. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { quoteIdentifier, quoteQualified } from '../../rest/quote-identifier.ts';

/**
 * Schemas with users' data. `storage` is filled by uploading; the other schemas are Supabase's own and exist in every
 * project. Rows of others can be code, for example the jobs of `pg_cron`.
 */
const OWN = ['public', 'private', 'auth'] as const;

const schema = z.enum(OWN);
/** Also the name of a file. */
const name = z.string().regex(/^[^/\\]+$/);

export const tableSchema = z.object({
  schema,
  name,
  /** Their order in the file; generated columns are omitted. */
  columns: z.array(z.string()),
});
export type Table = z.output<typeof tableSchema>;

export const sequenceSchema = z.object({ schema, name, value: z.string() });
export type Sequence = z.output<typeof sequenceSchema>;

export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and (n.nspname, c.relname) <> ('auth', 'schema_migrations')
     group by 1, 2 order by 1, 2`,
    [OWN],
  );
  return z.array(tableSchema).parse(rows);
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [OWN],
  );
  return z.array(sequenceSchema).parse(rows);
}

const fileOf = (folder: string, { schema, name }: Table): string => join(folder, `${schema}.${name}.tsv`);
const columnsOf = ({ columns }: Table): string => columns.map(quoteIdentifier).join(', ');

export async function readTable(client: Client, table: Table, folder: string): Promise<void> {
  const rows = client.query(
    copyTo(`copy ${quoteQualified(table.schema, table.name)} (${columnsOf(table)}) to stdout`),
  );
  await pipeline(rows, createWriteStream(fileOf(folder, table), { mode: 0o600 }));
}

export async function writeTable(client: Client, table: Table, folder: string): Promise<void> {
  const into = client.query(
    copyFrom(`copy ${quoteQualified(table.schema, table.name)} (${columnsOf(table)}) from stdin`),
  );
  await pipeline(createReadStream(fileOf(folder, table)), into);
}
