/** Probes of every way to read, add, replace, move and remove an image, and of invalid names. */
import { randomUUID } from 'node:crypto';
import { CALLERS, may, type Caller, type Place } from './matrix.ts';
import { PIXEL, type World } from './open-world.ts';
import { readAnswer, type Answer, type Probe } from './probe.ts';

const BUCKET = 'document-images';
const PLACES = ['document', 'other document', 'unknown document'] as const;

export const listStorageProbes = (world: World): Probe[] =>
  CALLERS.flatMap((caller) => [
    ...PLACES.flatMap((place) => [
      ...readProbes(world, caller, place),
      ...changeProbes(world, caller, place),
    ]),
    ...crossingProbes(world, caller),
    ...nameProbes(world, caller),
    ...(caller === 'service' ? [] : bucketProbes(world, caller)),
  ]);

type Send = (
  method: string,
  path: string,
  body?: object | Buffer,
  headers?: Record<string, string>,
) => Promise<Response>;

const sender =
  (world: World, caller: Caller): Send =>
  (method, path, body, headers = {}) =>
    world.send(caller, `/storage/v1${path}`, {
      method,
      headers: {
        'content-type': body instanceof Buffer ? 'image/png' : 'application/json',
        ...headers,
      },
      body: body === undefined ? null : body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
    });

function readProbes(world: World, caller: Caller, place: Place): Probe[] {
  const send = sender(world, caller);
  const { image, documentId } = world.things[place];
  const expected = place !== 'unknown document' && (caller === 'service' || may(caller, 'image read', place));
  const probe = (what: string, run: () => Promise<Answer>): Probe => ({
    caller,
    what: `image: ${what}`,
    place,
    expected,
    run,
  });
  /** Signed URLs are forbidden, because they stay valid after the right is lost. */
  const signing = (what: string, run: () => Promise<Answer>): Probe => ({
    ...probe(what, run),
    expected: expected && (caller === 'service' || may(caller, 'image sign', place)),
  });
  /** A list would name images of deleted text. */
  const listing = (what: string, run: () => Promise<Answer>): Probe => ({
    ...probe(what, run),
    expected: expected && (caller === 'service' || may(caller, 'image list', place)),
  });
  const answer = (method: string, path: string, body?: object) => async () =>
    readAnswer(await send(method, path, body));
  return [
    probe('get', answer('GET', `/object/${BUCKET}/${image}`)),
    probe('get as authenticated', answer('GET', `/object/authenticated/${BUCKET}/${image}`)),
    probe('head', answer('HEAD', `/object/${BUCKET}/${image}`)),
    probe('info', answer('GET', `/object/info/${BUCKET}/${image}`)),
    signing('sign', answer('POST', `/object/sign/${BUCKET}/${image}`, { expiresIn: 60 })),
    listing('list', answer('POST', `/object/list/${BUCKET}`, { prefix: documentId })),
    listing('search', async () => {
      const { detail } = await readAnswer(
        await send('POST', `/object/list-v2/${BUCKET}`, { prefix: documentId }),
      );
      return { ok: detail.includes('.png'), detail };
    }),
    signing('sign many', async () => {
      const { detail } = await readAnswer(
        await send('POST', `/object/sign/${BUCKET}`, { expiresIn: 60, paths: [image] }),
      );
      return { ok: detail.includes('token='), detail };
    }),
    { ...probe('get as public', answer('GET', `/object/public/${BUCKET}/${image}`)), expected: false },
  ];
}

function changeProbes(world: World, caller: Caller, place: Place): Probe[] {
  if (caller === 'service') return [];
  const send = sender(world, caller);
  const { image, documentId } = world.things[place];
  const fresh = () => `${documentId}/${randomUUID()}.png`;
  const probe = (what: string, right: string, run: () => Promise<Response>): Probe => ({
    caller,
    what: `image: ${what}`,
    place,
    expected: may(caller, right, place),
    run: async () => readAnswer(await run()),
  });
  const journey = () => ({ bucketId: BUCKET, sourceKey: image, destinationKey: fresh() });
  return [
    probe('upload', 'image add', () => send('POST', `/object/${BUCKET}/${fresh()}`, PIXEL)),
    probe('sign an upload', 'image sign', () => send('POST', `/object/upload/sign/${BUCKET}/${fresh()}`, {})),
    probe('copy', 'image add', () => send('POST', '/object/copy', journey())),
    probe('upload over', 'image replace', () => send('POST', `/object/${BUCKET}/${image}`, PIXEL)),
    probe('put over', 'image replace', () => send('PUT', `/object/${BUCKET}/${image}`, PIXEL)),
    probe('upsert', 'image replace', () =>
      send('POST', `/object/${BUCKET}/${image}`, PIXEL, { 'x-upsert': 'true' }),
    ),
    probe('sign an upload over', 'image replace', () =>
      send('POST', `/object/upload/sign/${BUCKET}/${image}`, {}, { 'x-upsert': 'true' }),
    ),
    probe('move', 'image move', () => send('POST', '/object/move', journey())),
    probe('delete', 'image remove', () => send('DELETE', `/object/${BUCKET}/${image}`)),
    probe('delete many', 'image remove', () => send('DELETE', `/object/${BUCKET}`, { prefixes: [image] })),
  ];
}

/** No caller is a member of both documents. */
function crossingProbes(world: World, caller: Caller): Probe[] {
  if (caller === 'service') return [];
  const send = sender(world, caller);
  const { document, 'other document': other } = world.things;
  return (['copy', 'move'] as const).flatMap((verb) =>
    [
      [document, other],
      [other, document],
    ].map(([from, to], way) => ({
      caller,
      what: `image: ${verb} to another document, way ${way}`,
      expected: false,
      run: async () =>
        readAnswer(
          await send('POST', `/object/${verb}`, {
            bucketId: BUCKET,
            sourceKey: from!.image,
            destinationKey: `${to!.documentId}/${randomUUID()}.png`,
          }),
        ),
    })),
  );
}

/** Slashes are written as %2F, because clients and proxies do not normalize such paths. */
function nameProbes(world: World, caller: Caller): Probe[] {
  if (caller === 'service') return [];
  const send = sender(world, caller);
  const { document, 'other document': other } = world.things;
  const [id, file] = [document.documentId, `${randomUUID()}.png`];
  const up = `${other.documentId}%2F..%2F${id}`;
  const names = {
    'over another document': `${id}%2F..%2F${other.documentId}%2F${file}`,
    'over the root': `..%2F${BUCKET}%2F${id}%2F${file}`,
    'in capitals': `${id.toUpperCase()}/${file}`,
    'with an extension in capitals': `${id}/${file.replace('.png', '.PNG')}`,
    'of another kind': `${id}/${file.replace('.png', '.svg')}`,
    'of a page': `${id}/${file}.html`,
    'with an empty folder': `${id}%2F%2F${file}`,
    'with a slash before': `%2F${id}%2F${file}`,
    'without a document': file,
    'in a deeper folder': `${id}/deeper/${file}`,
    'of another form': `${id}/holiday.png`,
    'with lookalike letters': `${id}/${encodeURIComponent(file.replace('.png', '.рng'))}`,
    'with a line end': `${id}/${file}%0A`,
    'with a wildcard': `%25/${file}`,
    'as a folder': `${id}/`,
  };
  const probe = (what: string, run: () => Promise<Response>): Probe => ({
    caller,
    what: `image: ${what}`,
    expected: false,
    run: async () => readAnswer(await run()),
  });
  const image = document.image.split('/')[1]!;
  return [
    ...Object.entries(names).map(([what, name]) =>
      probe(`upload ${what}`, () => send('POST', `/object/${BUCKET}/${name}`, PIXEL)),
    ),
    probe('get over another document', () => send('GET', `/object/${BUCKET}/${up}%2F${image}`)),
    probe('get in capitals', () => send('GET', `/object/${BUCKET}/${id.toUpperCase()}/${image}`)),
    probe('sign over another document', () =>
      send('POST', `/object/sign/${BUCKET}/${up}%2F${image}`, { expiresIn: 60 }),
    ),
    probe('get from a bucket named like the folder', () => send('GET', `/object/${BUCKET}%2F${id}/${image}`)),
    probe('upload to a bucket that does not exist', () =>
      send('POST', `/object/images/${id}/${file}`, PIXEL),
    ),
    probe('list the whole bucket', async () => {
      const reply = await send('POST', `/object/list/${BUCKET}`, { prefix: '', search: other.documentId });
      const rows = (await reply.json()) as readonly { name: string }[];
      const isOwn = caller === 'member of another document';
      return Response.json(
        Array.isArray(rows) && !isOwn ? rows.filter(({ name }) => name === other.documentId) : [],
      );
    }),
  ];
}

const bucketProbes = (world: World, caller: Caller): Probe[] => {
  const send = sender(world, caller);
  const probe = (what: string, run: () => Promise<Response>): Probe => ({
    caller,
    what: `bucket: ${what}`,
    expected: false,
    run: async () => readAnswer(await run()),
  });
  return [
    probe('list', () => send('GET', '/bucket')),
    probe('get', () => send('GET', `/bucket/${BUCKET}`)),
    probe('create', () => send('POST', '/bucket', { id: randomUUID(), name: randomUUID(), public: true })),
    probe('make public', () => send('PUT', `/bucket/${BUCKET}`, { id: BUCKET, name: BUCKET, public: true })),
    probe('empty', () => send('POST', `/bucket/${BUCKET}/empty`)),
    probe('delete', () => send('DELETE', `/bucket/${BUCKET}`)),
  ];
};
