/** The zip with all documents, written and read again. */
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import {
  archivedComments,
  archivedHistory,
  archiveManifest,
  readArchived,
} from '#contract/formats/archive.ts';
import { threadSign } from '#contract/formats/arriving-text.ts';
import { sha256 } from '#contract/proof/canonical-text.ts';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import { writeMarkdown } from '../../../../../src/app/editor/out/write-markdown.ts';
import { readArchive } from '../../../../../src/app/formats/archive/read-archive.ts';
import { openTaken } from '../../../../../src/app/formats/archive/taken-document.ts';
import { block, p, text } from '../../../../support/document-nodes.ts';
import {
  id,
  pack,
  picturePath,
  PIXEL,
  reported,
  take,
  WRITERS,
  zipOf,
  type Written,
} from './archive-world.ts';

const picture = (number: number) => ({
  type: 'image',
  attrs: { src: picturePath(number), alt: 'Mapa' },
});

const PLAN: Written = {
  number: 1,
  title: 'Plán: léto / zima?',
  nodes: [p('Hello ', text('bold', 'bold'), ' world'), picture(1), p('The end')],
  commented: 'bold',
};
const NOTES: Written = { number: 2, title: '', nodes: [block('blockquote', p('quoted'))] };

const FOLDER = 'Plán léto zima (00000000)/';

async function open(written: readonly Written[] = [PLAN, NOTES]) {
  const zip = await zipOf(await Promise.all(written.map((one) => pack(take(one)))));
  return { zip, files: unzipSync(zip) };
}

async function arrive(zip: Uint8Array) {
  const read = await readArchive(zip);
  if (!read.ok) throw new Error(`refused: ${read.code}`);
  return read;
}

test('each document has a folder with its text, its state, its history, its comments and its pictures', async () => {
  const { files } = await open([PLAN]);
  expect(Object.keys(files).toSorted()).toEqual(
    [
      `${FOLDER}comments.json`,
      `${FOLDER}history.json`,
      `${FOLDER}images/${id(501)}.png`,
      `${FOLDER}state.yjs`,
      `${FOLDER}text.md`,
      'index.html',
      'manifest.json',
    ].toSorted(),
  );
  expect(strFromU8(files[`${FOLDER}text.md`]!)).toBe(
    `Hello **bold** world\n\n![Mapa](images/${id(501)}.png)\n\nThe end\n`,
  );
  const state = new Y.Doc();
  applyUpdates(state, [files[`${FOLDER}state.yjs`]!]);
  expect(state.getText('title').toJSON()).toBe(PLAN.title);
  expect(files[`${FOLDER}images/${id(501)}.png`]).toEqual(PIXEL);
});

test('the manifest has the hash of every other file', async () => {
  const { files } = await open();
  const manifest = readArchived(archiveManifest, files['manifest.json'])!;
  expect(manifest.documents.map(({ title }) => title)).toEqual([PLAN.title, '']);
  const hashes = await Promise.all(
    Object.entries(files)
      .filter(([path]) => path !== 'manifest.json')
      .map(async ([path, bytes]) => [path, await sha256(bytes)]),
  );
  expect(Object.fromEntries(manifest.files.map((file) => [file.path, file.sha256]))).toEqual(
    Object.fromEntries(hashes),
  );
});

test('history and comments are read by the schemas of the contract', async () => {
  const { files } = await open([PLAN]);
  const history = readArchived(archivedHistory, files[`${FOLDER}history.json`])!;
  expect(history.versions).toMatchObject([
    { name: 'Draft 1', author: { name: 'Ann' }, at: '2026-11-29T12:00:00.000Z' },
  ]);
  const comments = readArchived(archivedComments, files[`${FOLDER}comments.json`])!;
  expect(comments.threads[0]).toMatchObject({ anchor: { quote: 'bold' }, is_resolved: false });
  expect(comments.threads[0]?.comments).toHaveLength(2);
});

test('a reader receives no history', async () => {
  const zip = await zipOf([await pack(take(PLAN, { role: 'viewer', versions: null }))]);
  const files = unzipSync(zip);
  expect(Object.keys(files).filter((path) => path.endsWith('history.json'))).toEqual([]);
  expect(strFromU8(files['index.html']!)).not.toContain('Draft 1');
});

test('a picture that cannot be loaded is named, and the rest is there', async () => {
  const packed = await pack(take(PLAN, { loadPicture: () => Promise.resolve(null) }));
  expect(packed.entry.missing).toEqual([`images/${id(501)}.png`]);
  expect(packed.files.map(({ path }) => path)).toContain(`${FOLDER}text.md`);
});

const written = (name: string) => () =>
  Promise.resolve({ name, type: '', bytes: new TextEncoder().encode(name), losses: [] });

test('a format that cannot be written is named and reported, and the others are there', async () => {
  const broken = new Error('a list without items');
  const writers = { ...WRITERS, html: () => Promise.reject(broken), docx: written('Plan.docx') };
  const { entry, files } = await pack(take(PLAN), writers);
  expect(entry.missing).toEqual(['text.html']);
  expect(reported).toEqual([broken]);
  expect(files.map(({ path }) => path)).toContain(`${FOLDER}document.docx`);
});

test('a format whose writer cannot be loaded now makes the document wait', async () => {
  const offline = new ApiError({ code: 'unreachable', status: 0 });
  await expect(pack(take(PLAN), { ...WRITERS, html: () => Promise.reject(offline) })).rejects.toBe(offline);
});

test('threads leave with the places they have in the text', () => {
  const { leaving } = openTaken(take(PLAN));
  expect(leaving.threads).toMatchObject([
    {
      ranges: [{ from: 7, to: 11 }],
      quote: 'bold',
      comments: [{ author: 'Ann' }, { author: 'Ann' }],
    },
  ]);
  expect(leaving.doc.content).toEqual(PLAN.nodes);
});

describe('read again', () => {
  test('texts are equal, with pictures and comments at their places', async () => {
    const { zip } = await open();
    const { texts, damaged, unreadable } = await arrive(zip);
    expect({ damaged, unreadable }).toEqual({ damaged: [], unreadable: [] });
    expect(texts.map(({ title }) => title)).toEqual([PLAN.title, '']);
    const [plan, notes] = texts;
    expect(plan?.nodes).toEqual([
      p('Hello ', text(`${threadSign('t0', 'start')}bold${threadSign('t0', 'end')}`, 'bold'), ' world'),
      { type: 'image', attrs: { src: `picture:${id(501)}.png`, alt: 'Mapa' } },
      p('The end'),
    ]);
    expect(plan?.pictures).toEqual(new Map([[`${id(501)}.png`, PIXEL]]));
    expect(plan?.threads).toMatchObject([
      {
        id: 't0',
        isResolved: false,
        comments: [{ author: 'Ann' }, { author: 'Ann', content: [p('Yes <b>')] }],
      },
    ]);
    expect(plan?.origin).toEqual({ documentId: id(1), seq: 7 });
    expect(notes?.nodes).toEqual(NOTES.nodes);
  });

  test('a changed picture is named and lost; the text that people may have changed is named only', async () => {
    const { files } = await open();
    const image = `${FOLDER}images/${id(501)}.png`;
    const zip = zipSync({
      ...files,
      [image]: Uint8Array.of(1),
      [`${FOLDER}text.md`]: Uint8Array.of(65),
    });
    const { texts, damaged } = await arrive(zip);
    expect(damaged.toSorted()).toEqual([image, `${FOLDER}text.md`]);
    expect(texts[0]?.losses).toMatchObject([{ kind: 'picture', severity: 'lost', example: 'Mapa' }]);
    expect(writeMarkdown({ type: 'doc', content: texts[0]!.nodes! })).toContain('The end');
  });

  test('a document whose state was changed is not read', async () => {
    const { files } = await open();
    const zip = zipSync({ ...files, [`${FOLDER}state.yjs`]: Uint8Array.of(0, 0) });
    const { texts, damaged, unreadable } = await arrive(zip);
    expect(texts.map(({ title }) => title)).toEqual(['']);
    expect({ damaged, unreadable }).toEqual({ damaged: [`${FOLDER}state.yjs`], unreadable: [FOLDER] });
  });

  test('a state that the server would refuse is not read, whatever the manifest says', async () => {
    const hostile = new Y.Doc();
    hostile.getXmlFragment('default').insert(0, [new Y.XmlElement('script')]);
    const packed = await pack(take(PLAN, { updates: [Y.encodeStateAsUpdate(hostile)] }));
    const { texts, unreadable } = await arrive(await zipOf([packed]));
    expect(texts).toEqual([]);
    expect(unreadable).toEqual(['Untitled (00000000)/']);
  });

  test.each([
    ['another zip', { 'a.txt': Uint8Array.of(1) }, 'not_archive'],
    [
      'a manifest of another format',
      { 'manifest.json': new TextEncoder().encode('{"format":"x"}') },
      'not_archive',
    ],
  ])('%s is refused', async (_name, files, code) => {
    expect(await readArchive(zipSync(files))).toMatchObject({ ok: false, code });
  });

  test('an archive of a later version is refused', async () => {
    const { files } = await open();
    const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as object;
    const later = new TextEncoder().encode(JSON.stringify({ ...manifest, version: 2 }));
    expect(await readArchive(zipSync({ ...files, 'manifest.json': later }))).toMatchObject({
      ok: false,
      code: 'newer_archive',
    });
  });
});

describe('index.html', () => {
  test('shows every title, version and comment, and lets no text become markup', async () => {
    const { files } = await open([PLAN, { ...NOTES, title: '<img src=x onerror=alert(1)>' }]);
    const page = strFromU8(files['index.html']!);
    for (const words of [PLAN.title, 'Draft 1', 'Is this right?', 'Yes &lt;b&gt;', '&lt;img src=x'])
      expect(page).toContain(words);
    expect(page).not.toContain('<img');
    expect(page).toContain(`src="${FOLDER.split('/').map(encodeURIComponent).join('/')}text.md"`);
  });
});
