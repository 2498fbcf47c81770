/** Probes of every table, view, column and verb through REST. */
import { CALLERS, mayRead, OWN_PROFILE, READABLE, roleIn, type Caller, type Place } from './matrix.ts';
import type { Things, World } from './open-world.ts';
import { readAnswer, type Answer, type Probe } from './probe.ts';

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that are not computed by the database. */
  readonly writable: readonly string[];
}

const PLACES = ['document', 'other document', 'unknown document'] as const;

export async function listTableProbes(world: World): Promise<Probe[]> {
  const tables = await listTables(world);
  const own = tables.filter(({ schema }) => schema === 'public');
  const hidden = tables.filter(({ schema }) => schema !== 'public');
  const rows = new Map<string, Readonly<Record<string, unknown>>>();
  for (const table of own) rows.set(table.name, await readRow(world, table, world.things.document));
  return CALLERS.flatMap((caller) => [
    ...own.flatMap((table) => readProbes(world, caller, table)),
    ...(caller === 'service'
      ? []
      : own.flatMap((table) => writeProbes(world, caller, table, rows.get(table.name)!))),
    ...hidden.map((table) => hiddenProbe(world, caller, table)),
    ...JOINS.map((path) => joinProbe(world, caller, path)),
  ]);
}

async function listTables({ supabase }: World): Promise<Table[]> {
  const { rows } = await supabase.database.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
       array_agg(a.attname::text) filter (where a.attgenerated = '') as writable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     group by 1, 2`,
  );
  return rows;
}

/** A filter for the rows of a document; null for tables without a document, which are probed for any row. */
function filterOf({ name, columns }: Table, things: Things): readonly [string, string] | null {
  if (name === 'profiles') return ['id', things.ownerId];
  if (name === 'documents') return ['id', things.documentId];
  return columns.includes('document_id') ? ['document_id', things.documentId] : null;
}

function pathOf(world: World, table: Table, place: Place): string {
  const filter = filterOf(table, world.things[place]);
  return `/rest/v1/${table.name}?${filter === null ? 'limit=5' : `${filter[0]}=eq.${filter[1]}`}`;
}

async function readRow(
  { supabase }: World,
  table: Table,
  things: Things,
): Promise<Readonly<Record<string, unknown>>> {
  const filter = filterOf(table, things);
  const where = filter === null ? '' : `where ${filter[0]} = $1`;
  const { rows } = await supabase.database.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from public.${table.name} t ${where} limit 1`,
    filter === null ? [] : [filter[1]],
  );
  if (rows[0] === undefined && filter !== null) throw new Error(`${table.name} has no row to probe`);
  const row = rows[0]?.row ?? {};
  return Object.fromEntries(table.writable.map((column) => [column, row[column] ?? null]));
}

function readProbes(world: World, caller: Caller, table: Table): Probe[] {
  const get = async (place: Place, columns: readonly string[]) =>
    readAnswer(await world.send(caller, `${pathOf(world, table, place)}&select=${columns.join(',')}`));
  const columns = table.columns.map((column) => ({
    caller,
    what: `select ${column} of ${table.name}`,
    place: 'document' as const,
    expected: mayRead(caller, table.name, column, 'document'),
    run: () => get('document', [column]),
  }));
  const readable = READABLE[table.name] ?? table.columns;
  const elsewhere = (['other document', 'unknown document'] as const).map((place) => ({
    caller,
    what: `select from ${table.name}`,
    place,
    expected:
      place !== 'unknown document' && readable.every((column) => mayRead(caller, table.name, column, place)),
    run: () => get(place, readable),
  }));
  return [...columns, ...elsewhere];
}

/** Only a missing right is a refusal. A write that a policy allows and a constraint stops counts as allowed. */
async function readWrite(reply: Response): Promise<Answer> {
  const text = await reply.text();
  const changed = reply.ok && !(reply.headers.get('content-range') ?? '').endsWith('/0');
  const isRight = reply.status === 401 || text.includes('"42501"');
  return { ok: changed || (!reply.ok && !isRight), detail: `${reply.status} ${text.slice(0, 300)}` };
}

function writeProbes(
  world: World,
  caller: Caller,
  table: Table,
  row: Readonly<Record<string, unknown>>,
): Probe[] {
  const write = async (method: string, place: Place, body: object | null, prefer: string) => {
    const path = pathOf(world, table, place);
    const headers = { 'content-type': 'application/json', prefer: `return=minimal,count=exact${prefer}` };
    const isInsert = method === 'POST';
    return readWrite(
      await world.send(caller, isInsert ? path.slice(0, path.indexOf('?')) : path, {
        method,
        headers,
        body: body === null ? null : JSON.stringify(body),
      }),
    );
  };
  const probe = (what: string, place: Place, expected: boolean, run: () => Promise<Answer>): Probe => ({
    caller,
    what: `${what} ${table.name}`,
    place,
    expected,
    run,
  });
  const isOwn = roleIn(caller, 'document') === 'owner' && table.name === 'profiles';
  return [
    ...table.writable.map((column) =>
      probe(`update ${column} of`, 'document', isOwn && OWN_PROFILE.includes(column), () =>
        write('PATCH', 'document', { [column]: row[column] ?? null }, ''),
      ),
    ),
    ...PLACES.flatMap((place) => [
      probe('delete from', place, false, () => write('DELETE', place, null, '')),
      probe('insert into', place, false, () => write('POST', place, moved(row, table, world, place), '')),
      probe('upsert into', place, false, () =>
        write('POST', place, moved(row, table, world, place), ',resolution=merge-duplicates'),
      ),
    ]),
  ];
}

/** The row with the ids of another place. */
function moved(row: Readonly<Record<string, unknown>>, table: Table, world: World, place: Place): object {
  const filter = filterOf(table, world.things[place]);
  return filter === null ? row : { ...row, [filter[0]]: filter[1] };
}

const hiddenProbe = (world: World, caller: Caller, { schema, name }: Table): Probe => ({
  caller,
  what: `select from ${schema}.${name}`,
  expected: false,
  run: async () =>
    readAnswer(
      await world.send(caller, `/rest/v1/${name}?limit=1`, { headers: { 'accept-profile': schema } }),
    ),
});

/** Embedded rows of another table. */
const JOINS = [
  'documents?select=id,members(user_id)',
  'documents?select=id,versions(id)',
  'members?select=role,documents(title)',
  'members?select=role,profiles(name)',
  'profiles?select=name,members(role)',
  'versions?select=name,author:profiles(name)',
] as const;

function joinProbe(world: World, caller: Caller, path: string): Probe {
  const [table = ''] = path.split('?');
  const { documentId, ownerId } = world.things.document;
  const filter =
    table === 'profiles'
      ? `id=eq.${ownerId}`
      : `${table === 'documents' ? 'id' : 'document_id'}=eq.${documentId}`;
  return {
    caller,
    what: `read ${path}`,
    expected: caller === 'service' || roleIn(caller, 'document') !== null,
    run: async () => readAnswer(await world.send(caller, `/rest/v1/${path}&${filter}`)),
  };
}
