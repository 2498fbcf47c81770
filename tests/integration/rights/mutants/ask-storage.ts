/** Images and their bucket. */
import { may } from '../matrix.ts';
import { SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

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

export function bucketProbes(): SqlProbe[] {
  const probe = (what: string, expected: boolean, where: string): SqlProbe => ({
    caller: 'service',
    as: null,
    what,
    expected,
    sql: `select 1 from storage.buckets where id = 'document-images' and ${where}`,
  });
  return [
    probe('a bucket that is public', false, 'public'),
    probe(
      'a bucket for files of every kind',
      false,
      `(allowed_mime_types is null or not allowed_mime_types <@ '{image/png,image/jpeg,image/gif,image/webp,image/avif}')`,
    ),
    probe('a bucket of every size', false, '(file_size_limit is null or file_size_limit > 10485760)'),
    probe('the bucket', true, 'not public'),
  ];
}
