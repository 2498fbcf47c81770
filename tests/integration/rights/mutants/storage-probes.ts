/** Probes of images and their bucket. */
import { may } from '../matrix.ts';
import { SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

const during = (operation: string): string => `select set_config('storage.operation', '${operation}', true);`;

export function storageProbes([caller, as]: SqlPerson): SqlProbe[] {
  const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
    caller,
    as,
    what,
    expected,
    sql,
  });
  const add = (path: string, bucket = 'document-images') =>
    `insert into storage.objects (bucket_id, name) values ('${bucket}', ${path})`;
  const each = SQL_PLACES.flatMap(([place, document]) => {
    const where = `where bucket_id = 'document-images' and name = test.image(${document})`;
    return [
      probe(
        `see an image (${place})`,
        may(caller, 'image read', place),
        `select * from storage.objects ${where}`,
      ),
      probe(
        `add an image (${place})`,
        may(caller, 'image add', place),
        add(`test.image(${document}, 'new')`),
      ),
      probe(`replace an image (${place})`, false, `update storage.objects set version = 'x' ${where}`),
      probe(
        `move an image (${place})`,
        false,
        `update storage.objects set name = test.image(${document}, 'new') ${where}`,
      ),
      probe(`remove an image (${place})`, false, `delete from storage.objects ${where}`),
      ...['list', 'list_v2'].map((operation) =>
        probe(
          `${operation} images (${place})`,
          may(caller, 'image list', place),
          `${during(`storage.object.${operation}`)} select * from storage.objects ${where}`,
        ),
      ),
      ...['sign', 'sign_many'].map((operation) =>
        probe(
          `${operation} an image (${place})`,
          false,
          `${during(`storage.object.${operation}`)} select * from storage.objects ${where}`,
        ),
      ),
      probe(
        `sign an upload (${place})`,
        false,
        during('storage.object.sign_upload_url') + add(`test.image(${document}, 'new')`),
      ),
    ];
  });
  const odd = [
    "'/x.png'",
    "'/deeper/' || md5('x')::uuid || '.png'",
    "'/' || md5('x')::uuid || '.svg'",
    "'/' || md5('x')::uuid || '.png.html'",
  ];
  return [
    ...each,
    ...odd.map((rest) => probe(`add ${rest}`, false, add(`test.document() || ${rest}`))),
    probe('add in capitals', false, add("upper(test.document()::text) || '/' || md5('x')::uuid || '.png'")),
    probe('add to another bucket', false, add("test.image(test.document(), 'new')", 'another-bucket')),
    probe('see another bucket', false, "select * from storage.objects where bucket_id = 'another-bucket'"),
    probe('see buckets', false, 'select * from storage.buckets'),
    probe('change buckets', false, 'update storage.buckets set public = true'),
  ];
}

/** Uploads by Olga when she or Edita already has files in the bucket. */
export function limitProbes(): SqlProbe[] {
  const face = "test.id(''olga'') || ''/'' || md5(''new'')::uuid || ''.png''";
  const adds: Readonly<Record<string, string>> = {
    'document-images': "test.image(test.document(), ''new'')",
    avatars: face,
  };
  const probe = (bucket: string, has: readonly [string, number, number], expected: boolean): SqlProbe => ({
    caller: 'owner',
    as: null,
    what: `add to ${bucket} with ${has[1]} of 2 files and ${has[2]} of 100 bytes of ${has[0]}`,
    expected,
    sql: `update private.file_limits set max_files = 2, max_bytes = 100;
      set local session_replication_role = replica;
      insert into storage.objects (bucket_id, name, owner_id, metadata)
      select '${bucket}', n || '.png', test.id('${has[0]}')::text, json_build_object('size', ${has[2] / has[1]})
      from generate_series(1, ${has[1]}) as n;
      set local session_replication_role = origin;
      select test.act('olga', 'insert into storage.objects (bucket_id, name) values (''${bucket}'', ${adds[bucket]})')`,
  });
  return Object.keys(adds).flatMap((bucket) => [
    probe(bucket, ['olga', 1, 99], true),
    probe(bucket, ['olga', 2, 2], false),
    probe(bucket, ['olga', 1, 100], false),
    probe(bucket, ['edita', 2, 200], true),
  ]);
}

/** Rows that Storage writes with its own rights, after it has taken the bytes. */
export function storedLimitProbes(): SqlProbe[] {
  const row = (bucket: string, owner: string, name: string, size: number) =>
    `('${bucket}', '${name}.png', ${owner === '' ? 'null' : `test.id('${owner}')::text`}, '{"size": ${size}}')`;
  const probe = (what: string, expected: boolean, rows: readonly string[]): SqlProbe => ({
    caller: 'service',
    as: null,
    what: `store ${what}`,
    expected,
    sql: `update private.file_limits set max_files = 2, max_bytes = 100;
      ${rows.map((values) => `insert into storage.objects (bucket_id, name, owner_id, metadata) values ${values}`).join(';')}`,
  });
  const two = [row('avatars', 'olga', 'a', 1), row('avatars', 'olga', 'b', 1)];
  return [
    probe('as many files as one may have', true, two),
    probe('one file more', false, [...two, row('avatars', 'olga', 'c', 1)]),
    probe('a file beyond the bytes', false, [
      row('avatars', 'olga', 'a', 60),
      row('avatars', 'olga', 'b', 41),
    ]),
    probe('files in two buckets', true, [...two, row('document-images', 'olga', 'c', 1)]),
    probe('files of two users', true, [...two, row('avatars', 'edita', 'c', 1)]),
    probe(
      'files of the server',
      true,
      ['a', 'b', 'c'].map((name) => row('avatars', '', name, 90)),
    ),
  ];
}

export function bucketProbes(): SqlProbe[] {
  const probe = (what: string, expected: boolean, where: string): SqlProbe => ({
    caller: 'service',
    as: null,
    what,
    expected,
    sql: `select 1 from storage.buckets where id = 'document-images' and ${where}`,
  });
  return [
    probe('the bucket is public', false, 'public'),
    probe(
      'the bucket accepts other types',
      false,
      `(allowed_mime_types is null or not allowed_mime_types <@ '{image/png,image/jpeg,image/gif,image/webp,image/avif}')`,
    ),
    probe(
      'the bucket accepts larger files',
      false,
      '(file_size_limit is null or file_size_limit > 10485760)',
    ),
    probe('the bucket is private', true, 'not public'),
  ];
}
