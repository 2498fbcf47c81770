/** Lists objects as folders and files, one page at a time. */
import { decodeBase64, encodeBase64Url, encodeText } from '../text/bytes.ts';
import { z } from 'zod';
import { asCaller, readJson, type StorageRequest } from './storage-request.ts';

const listing = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

/** `POST /object/list/BUCKET`: the direct children of the folder `prefix`, folders first; a folder has no id. */
export async function listObjects(request: StorageRequest, bucketId: string): Promise<Response> {
  const { prefix, limit, offset, search, sortBy } = await readJson(request.request, listing);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const order = sortBy.column === 'name' ? `name ${sortBy.order}` : `${sortBy.column} ${sortBy.order}, name`;
  const options = { operation: 'storage.object.list', readOnly: true };
  const rows = await asCaller(request, options, async (tx) => {
    const result = await tx.query(
      `with inside as (
         select o.*, substr(o.name, length($2::text) + 1) as rest from storage.objects o
         where o.bucket_id = $1 and starts_with(o.name, $2)
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
                null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where position('/' in rest) > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata
         from inside where position('/' in rest) = 0
       )
       select * from entries where starts_with(lower(name), lower($3))
       order by id is not null, ${order} limit $4 offset $5`,
      [bucketId, folder, search ?? '', limit, offset],
    );
    return result.rows;
  });
  return Response.json(rows);
}

const listingV2 = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(1000).default(1000),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .optional(),
});

/** The end of the last page: its sort value and name. */
const cursorShape = z.object({ value: z.string(), name: z.string() });

interface EntryV2 {
  readonly isFolder: boolean;
  readonly name: string;
  readonly value: string;
  readonly object: Readonly<Record<string, unknown>> | null;
}

/** `POST /object/list-v2/BUCKET`: every object under `prefix`, or with a delimiter one level of it, by cursor. */
export async function listObjectsV2(request: StorageRequest, bucketId: string): Promise<Response> {
  const { prefix, limit, cursor, with_delimiter, sortBy } = await readJson(request.request, listingV2);
  const column = sortBy?.column ?? 'name';
  const isDescending = sortBy?.order === 'desc';
  const after = cursor === undefined ? null : readCursor(cursor);
  const direction = isDescending ? 'desc' : 'asc';
  // Timestamps as text of one width and zone sort like timestamps. Names compare byte by byte.
  const value =
    column === 'name' ? 'name' : `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const options = { operation: 'storage.object.list_v2', readOnly: true };
  const rows = await asCaller(request, options, async (tx) => {
    const result = await tx.query<EntryV2>(
      `with inside as (
         select o.*, ${value} as value, substr(o.name, length($2::text) + 1) as rest from storage.objects o
         where o.bucket_id = $1 and starts_with(o.name, $2)
       ), entries as (
         select true as "isFolder", $2 || split_part(rest, '/', 1) || '/' as name, null::jsonb as object,
                case when $3 then max(value) else $2 || split_part(rest, '/', 1) || '/' end as value
         from inside where $4 and position('/' in rest) > 0 group by 2
         union all
         select false, name, jsonb_build_object('id', id, 'name', name, 'key', name, 'updated_at', updated_at,
                'created_at', created_at, 'last_accessed_at', last_accessed_at, 'metadata', metadata), value
         from inside where not $4 or position('/' in rest) = 0
       )
       select * from entries
       where $5::text is null
          or (value collate "C", name collate "C") ${isDescending ? '<' : '>'} ($5 collate "C", $6 collate "C")
       order by value collate "C" ${direction}, name collate "C" ${direction} limit $7`,
      [
        bucketId,
        prefix,
        column !== 'name',
        with_delimiter,
        after?.value ?? null,
        after?.name ?? null,
        limit + 1,
      ],
    );
    return result.rows;
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return Response.json({
    hasNext,
    ...(hasNext && last !== undefined ? { nextCursor: writeCursor(last) } : {}),
    folders: page.filter(({ isFolder }) => isFolder).map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: page.flatMap(({ object }) => (object === null ? [] : [object])),
  });
}

function writeCursor({ value, name }: EntryV2): string {
  return encodeBase64Url(encodeText(JSON.stringify({ value, name })));
}

/** An invalid cursor starts from the beginning. */
function readCursor(cursor: string): z.output<typeof cursorShape> | null {
  try {
    const parsed = cursorShape.safeParse(JSON.parse(decodeBase64(cursor)));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
