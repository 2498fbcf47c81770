/** Images through supabase-js, as members and strangers: the bucket's limits and everyone's rights. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { newDocument } from '../support/new-document.ts';
import { openByHand, PASSWORD, signUp, type DocumentClient } from '../support/document-client.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEN_MB = 10 * 1024 * 1024;

let supabase: TestSupabase;
let owner: DocumentClient;
let editor: DocumentClient;
let viewer: DocumentClient;
let stranger: DocumentClient;
let documentId: string;

const images = (person: DocumentClient) => person.client.storage.from('document-images');
const newPath = (extension = 'png') => `${documentId}/${randomUUID()}.${extension}`;
const add = (person: DocumentClient, path: string, body: Buffer = PIXEL, contentType = 'image/png') =>
  images(person).upload(path, body, { contentType });

beforeAll(async () => {
  supabase = await startTestSupabase();
  owner = await signUp(supabase, 'Olga');
  editor = await signUp(supabase, 'Edita');
  viewer = await signUp(supabase, 'Viktor');
  stranger = await signUp(supabase, 'Sam');
  documentId = await newDocument(owner.client);
  for (const [person, role] of [
    [editor, 'editor'],
    [viewer, 'viewer'],
  ] as const) {
    const added = await owner.client.rpc('add_member', {
      p_document: documentId,
      p_email: person.email,
      p_role: role,
    });
    expect(added.error).toBeNull();
  }
});
afterAll(() => supabase?.close());

/** Each stored file has its row. */
async function expectNoStrayFiles(): Promise<void> {
  const { rows } = await supabase.database.query<{ version: string }>('select version from storage.objects');
  const stored = readdirSync(join(supabase.dataDir, 'storage'), { recursive: true, withFileTypes: true });
  expect(
    stored
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(rows.map(({ version }) => version).toSorted());
}

test('an image added by an editor is visible to every member, and to no one else', async () => {
  const path = newPath();
  expect((await add(editor, path)).error).toBeNull();
  for (const member of [owner, editor, viewer]) {
    const { data } = await images(member).download(path);
    expect(data?.type).toBe('image/png');
    expect(Buffer.from(await data!.arrayBuffer()).equals(PIXEL)).toBe(true);
  }
  expect((await images(stranger).download(path)).error).not.toBeNull();
  expect((await fetch(`${supabase.url}/storage/v1/object/public/document-images/${path}`)).status).toBe(400);
});

test('no user gets a signed URL, which would outlive the right to read or to send', async () => {
  const path = newPath();
  const face = `${owner.userId}/${randomUUID()}.png`;
  expect((await add(owner, path)).error).toBeNull();
  const faces = owner.client.storage.from('avatars');
  expect((await faces.upload(face, PIXEL, { contentType: 'image/png' })).error).toBeNull();
  expect((await faces.createSignedUrl(face, 60)).error).not.toBeNull();
  for (const person of [owner, editor, viewer, stranger]) {
    expect((await images(person).createSignedUrl(path, 3_153_600_000)).error).not.toBeNull();
    expect((await images(person).createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? null).toBeNull();
    expect((await images(person).createSignedUploadUrl(newPath())).error).not.toBeNull();
  }
});

test('a user at the limit of images is refused, also with simultaneous uploads', async () => {
  const limits = 'update private.file_limits set max_files = $1 where bucket_id = $2';
  const id = await newDocument(stranger.client);
  const send = () => add(stranger, `${id}/${randomUUID()}.png`);
  await supabase.database.query(limits, [2, 'document-images']);
  try {
    const first = await send();
    expect(first.error).toBeNull();
    const atOnce = await Promise.all(Array.from({ length: 4 }, send));
    expect(atOnce.filter(({ error }) => error === null)).toHaveLength(1);
    expect(new Set(atOnce.flatMap(({ error }) => error?.message ?? []))).toEqual(new Set(['storage_full']));
    expect((await send()).error).toMatchObject({ statusCode: '403', message: 'storage_full' });
    const copied = await images(stranger).copy(first.data!.path, `${id}/${randomUUID()}.png`);
    expect(copied.error).toMatchObject({ message: 'storage_full' });
  } finally {
    await supabase.database.query(limits, [1000, 'document-images']);
  }
  expect((await send()).error).toBeNull();
});

test('an image of 900 megapixels in a few bytes is refused, by any door, and leaves nothing behind', async () => {
  const bomb = Buffer.from(PIXEL);
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  const refused = { statusCode: '413', message: 'The image has too many pixels' };
  for (const type of ['image/png', 'image/jpeg', 'IMAGE/WEBP; x=y'])
    expect((await add(owner, newPath(), bomb, type)).error).toMatchObject(refused);
  const form = await images(owner).upload(newPath(), new Blob([bomb], { type: 'image/png' }));
  expect(form.error).toMatchObject(refused);
  const face = owner.client.storage.from('avatars').upload(`${owner.userId}/${randomUUID()}.png`, bomb, {
    contentType: 'image/png',
  });
  expect((await face).error).toMatchObject(refused);
  await expectNoStrayFiles();
});

test('forty pictures of a person at once: ten are taken, and no bytes of the others are kept', async () => {
  const faces = editor.client.storage.from('avatars');
  const sent = await Promise.all(
    Array.from({ length: 40 }, () =>
      faces.upload(`${editor.userId}/${randomUUID()}.png`, PIXEL, { contentType: 'image/png' }),
    ),
  );
  expect(sent.filter(({ error }) => error === null)).toHaveLength(10);
  await expectNoStrayFiles();
});

test('bytes at once: together they stay within the limit', async () => {
  const limits = 'update private.file_limits set max_bytes = $1 where bucket_id = $2';
  const id = await newDocument(stranger.client);
  await supabase.database.query(limits, [5 * PIXEL.length, 'document-images']);
  try {
    await Promise.all(Array.from({ length: 12 }, () => add(stranger, `${id}/${randomUUID()}.png`)));
    const { rows } = await supabase.database.query<{ files: string }>(
      'select count(*) as files from storage.objects where owner_id = $1',
      [stranger.userId],
    );
    expect(Number(rows[0]!.files)).toBe(5);
  } finally {
    await supabase.database.query(limits, [500 * 1024 * 1024, 'document-images']);
  }
});

test('simultaneous requests create no more than two hundred folders', async () => {
  await supabase.database.query(
    `insert into private.folders (user_id, id, name) select $1, gen_random_uuid(), 'Folder ' || n from generate_series(1, 195) as n`,
    [viewer.userId],
  );
  await Promise.all(
    Array.from({ length: 15 }, () =>
      viewer.client.rpc('save_folder', { p_folder: randomUUID(), p_name: 'One more' }),
    ),
  );
  const { data } = await viewer.client.rpc('list_my_folders');
  expect(data).toHaveLength(200);
});

test('a viewer and a stranger can neither add nor remove an image', async () => {
  const path = newPath();
  expect((await add(owner, path)).error).toBeNull();
  for (const person of [viewer, stranger]) {
    expect((await add(person, newPath())).error).not.toBeNull();
    await images(person).remove([path]);
    expect((await images(owner).download(path)).error).toBeNull();
  }
});

test('an image cannot be replaced or removed, because versions show it', async () => {
  const path = newPath();
  expect((await add(owner, path)).error).toBeNull();
  const replaced = await images(owner).upload(path, PIXEL, { contentType: 'image/png', upsert: true });
  expect(replaced.error).not.toBeNull();
  for (const person of [owner, editor]) expect((await images(person).remove([path])).data).toEqual([]);
  expect((await images(owner).download(path)).error).toBeNull();
});

test('SVG, other files and anything above 10 MB are refused', async () => {
  expect((await add(owner, newPath(), Buffer.from('<svg/>'), 'image/svg+xml')).error).not.toBeNull();
  expect((await add(owner, newPath('pdf'))).error).not.toBeNull();
  expect((await add(owner, newPath(), Buffer.alloc(TEN_MB + 1))).error).not.toBeNull();
  expect((await add(owner, newPath(), Buffer.alloc(TEN_MB))).error).toBeNull();
});

test('copying an image requires reading the source and writing in the target document', async () => {
  const path = newPath();
  expect((await add(owner, path)).error).toBeNull();
  const other = await newDocument(viewer.client);
  const copy = (person: DocumentClient, from: string, documentOfCopy: string) =>
    images(person).copy(from, `${documentOfCopy}/${randomUUID()}.png`);
  expect((await copy(viewer, path, other)).error).toBeNull();
  expect((await copy(viewer, path, documentId)).error).not.toBeNull();
  expect((await copy(owner, path, other)).error).not.toBeNull();

  const own = await newDocument(stranger.client);
  expect((await copy(stranger, path, own)).error).toMatchObject({ statusCode: '404' });
});

test('an image without references for 30 days is removed with its file when the log is folded', async () => {
  const id = await newDocument(owner.client);
  const [shown, forgotten] = [`${id}/${randomUUID()}.png`, `${id}/${randomUUID()}.png`];
  for (const path of [shown, forgotten]) expect((await add(owner, path)).error).toBeNull();
  const room = await openByHand(owner, id);
  const image = new Y.XmlElement('image');
  image.setAttribute('src', shown);
  room.doc.getXmlFragment('default').push([image]);
  expect((await room.append()).status).toBe(200);

  const unused = async (): Promise<unknown[]> => {
    const sql = 'select path from private.unused_images where document_id = $1';
    return (await supabase.database.query<{ path: string }>(sql, [id])).rows.map(({ path }) => path);
  };
  const save = async () => expect((await owner.call('save-snapshot', { documentId: id })).status).toBe(200);
  await save();
  await expect.poll(unused).toEqual([forgotten]);
  expect((await images(owner).download(forgotten)).error).toBeNull();

  await supabase.database.query("update private.unused_images set since = now() - interval '31 days'");
  room.doc.getText('title').insert(0, 'Hills');
  expect((await room.append()).status).toBe(200);
  await save();
  await expect.poll(async () => (await images(owner).download(forgotten)).error !== null).toBe(true);
  expect((await images(owner).download(shown)).error).toBeNull();
});

/** The file of an image, by its row; null when there is no row. */
async function fileOf(path: string): Promise<string | null> {
  const { rows } = await supabase.database.query<{ version: string }>(
    'select version from storage.objects where name = $1',
    [path],
  );
  return rows[0]?.version ?? null;
}
const onDisk = (file: string): readonly string[] =>
  readdirSync(supabase.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((found) => basename(found) === file)
    .map((found) => join(supabase.dataDir, found));
const addTo = async (id: string, name: string = randomUUID()): Promise<{ path: string; file: string }> => {
  const path = `${id}/${name}.png`;
  expect((await add(owner, path)).error).toBeNull();
  const file = await fileOf(path);
  expect(onDisk(file!)).toHaveLength(1);
  return { path, file: file! };
};

test('images of an erased document are removed from the disk, even after a first failure; others stay', async () => {
  const [erased, kept] = [await newDocument(owner.client), await newDocument(owner.client)];
  const [gone, other] = [await addTo(erased), await addTo(kept)];
  for (const name of ['delete_document', 'erase_document'])
    expect((await owner.client.rpc(name, { p_document: erased })).error).toBeNull();
  expect((await images(owner).download(gone.path)).error, 'read by nobody from then on').not.toBeNull();

  // A folder replaces the file, which then cannot be removed as a file.
  const [place] = onDisk(gone.file);
  renameSync(place!, `${place}-aside`);
  mkdirSync(place!);
  const failures = supabase.errors.length;
  await openByHand(owner, kept);
  await expect.poll(() => supabase.errors.length).toBeGreaterThan(failures);
  expect(await fileOf(gone.path), 'still told').toBe(gone.file);
  rmdirSync(place!);
  renameSync(`${place}-aside`, place!);

  await openByHand(owner, kept);
  // The row is removed last.
  await expect.poll(() => fileOf(gone.path)).toBeNull();
  expect(onDisk(gone.file)).toEqual([]);
  expect(onDisk(other.file)).toHaveLength(1);
  expect((await images(owner).download(other.path)).error).toBeNull();
});

test('an account’s files are deleted with it; documents that it gave away keep their images', async () => {
  const person = await signUp(supabase, 'Petra');
  const [alone, given] = [await newDocument(person.client), await newDocument(person.client)];
  const member = { p_document: given, p_email: editor.email, p_role: 'editor' };
  expect((await person.client.rpc('add_member', member)).error).toBeNull();
  await openByHand(editor, given);
  const paths = [alone, given].map((id) => `${id}/${randomUUID()}.png`);
  for (const path of paths) expect((await add(person, path)).error).toBeNull();
  const face = `${person.userId}/${randomUUID()}.png`;
  const drawn = await person.client.storage.from('avatars').upload(face, PIXEL, { contentType: 'image/png' });
  expect(drawn.error).toBeNull();
  const [goes, stays, faceFile] = await Promise.all([...paths, face].map(fileOf));

  const reply = await person.call('delete-account', { password: PASSWORD });
  expect(reply).toEqual({ status: 200, body: { outcome: 'deleted' } });
  await expect.poll(() => Promise.all([paths[0]!, face].map(fileOf))).toEqual([null, null]);
  expect([...onDisk(goes!), ...onDisk(faceFile!)]).toEqual([]);
  expect(onDisk(stays!)).toHaveLength(1);
  expect((await images(editor).download(paths[1]!)).error).toBeNull();
});
