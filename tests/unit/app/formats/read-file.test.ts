import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ArrivingFile, ReadFile } from '../../../../src/app/formats/arriving-file.ts';
import { readFile } from '../../../../src/app/formats/read-file.ts';
import { renderFile } from '../../../../src/app/editor/markdown/render-file.ts';

const read = (name: string, content: string | Uint8Array): Promise<ReadFile> =>
  readFile(name, typeof content === 'string' ? strToU8(content) : content, {
    renderMarkdown: renderFile,
    changes: 'accept',
    onProgress: () => undefined,
  });

async function texts(name: string, content: string | Uint8Array): Promise<readonly ArrivingFile[]> {
  const file = await read(name, content);
  if (!file.ok) throw new Error(file.code);
  return file.files;
}

async function text(name: string, content: string | Uint8Array): Promise<ArrivingFile> {
  const [first] = await texts(name, content);
  return first!;
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const PNG = latin('\x89PNG\r\n\x1a\nabc');

test.each([
  ['%PDF-1.7', 'pdf'],
  ['{\\rtf1 text}', 'rtf'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'old_office'],
  ['\x89PNG\r\n\x1a\n', 'picture'],
  ['', 'empty'],
  [' \n\n', 'empty'],
])('a file that begins with %j is refused as %s, whatever its name', async (content, code) => {
  for (const name of ['Smlouva.md', 'Smlouva.docx', 'Smlouva'])
    expect(await read(name, latin(content))).toEqual({ ok: false, code, part: '' });
});

test.each([
  ['Smlouva.md', 'not_text'],
  ['Smlouva', 'not_text'],
  ['Smlouva.docx', 'damaged'],
  ['smlouva.zip', 'damaged'],
])('bytes of no format, named %s, are refused as %s', async (name, code) => {
  expect(await read(name, latin('\x7fELF\0\0\0'))).toEqual({ ok: false, code, part: '' });
});

test.each(['a.docx', 'A.DOCX', 'a.docm', 'a.zip'])('text that is named %s is refused', async (name) => {
  expect(await read(name, 'Hello')).toEqual({ ok: false, code: 'misnamed', part: '' });
  expect(await read(name, '<html><p>Hello')).toEqual({ ok: false, code: 'misnamed', part: '' });
  const inZip = await read('all.zip', zipSync({ [`b/${name}`]: strToU8('Hello'), 'c.md': strToU8('Hi') }));
  if (!inZip.ok) throw new Error(inZip.code);
  if (/docx$/i.test(name)) expect(inZip.bad).toEqual([{ ok: false, code: 'misnamed', part: `b/${name}` }]);
});

test('a page that a program named .doc comes in as a page', async () => {
  expect((await text('report.doc', '<html><p>Hello')).text.blocks.join('')).toContain('Hello');
});

test('Markdown has its title in the front matter, and loses the other properties', async () => {
  const { text: file, name } = await text(
    'Zápis 1.md',
    '---\ntitle: "Porada \\"A\\""\ntags: [a, b]\n---\n# Bod\n',
  );
  expect(file).toMatchObject({ title: 'Porada "A"', blocks: ['<h1>Bod</h1>'] });
  expect(file.losses).toMatchObject([{ kind: 'properties', severity: 'lost', example: 'tags: [a, b]' }]);
  expect(name).toBe('Zápis 1');
});

test('HTML is recognized by its content, and keeps its pictures', async () => {
  const page = `<!DOCTYPE html><title>A &amp; B</title><p>x <img src="data:image/png;base64,${btoa('abc')}"></p>`;
  const { text: file, source } = await text('page.txt', page);
  expect(file.title).toBe('A & B');
  expect(file.blocks[0]).toContain('<img src="picture:data-1">');
  expect([...file.pictures]).toEqual([['data-1', latin('abc')]]);
  expect(source).toBe('foreign');
});

test.each([
  ['UTF-8', strToU8('Žluťoučký\nkůň')],
  ['UTF-8 with a mark', strToU8('\ufeffŽluťoučký\r\nkůň')],
  [
    'UTF-16',
    Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from('Žluťoučký\nkůň', (one) => one.charCodeAt(0)).buffer),
    ]),
  ],
])('plain text in %s', async (_name, bytes) => {
  const { text: file } = await text('a.txt', bytes);
  expect(file).toMatchObject({ title: '', blocks: ['<p>Žluťoučký</p>', '<p>kůň</p>'], losses: [] });
});

test('plain text in the encoding of Czech Windows is guessed, and said so', async () => {
  const { text: file } = await text('a.txt', latin('\x8elu\x9dou\xe8k\xfd k\xf9\xf2 \x84a\x93'));
  expect(file.blocks).toEqual(['<p>Žluťoučký kůň „a“</p>']);
  expect(file.losses).toMatchObject([{ kind: 'encoding', example: 'Windows-1250' }]);
});

test('HTML may name its encoding', async () => {
  const { text: file } = await text('a.html', latin('<html><meta charset="iso-8859-2"><p>\xb9</p>'));
  expect(file.blocks[0]).toContain('<p>š</p>');
  expect(file.losses).toEqual([]);
});

test('plain text with empty lines has paragraphs of several lines', async () => {
  const { text: file } = await text('a.txt', 'a <b>\nc\n\n\nd');
  expect(file.blocks).toEqual(['<p>a &lt;b&gt;<br>c</p>', '<p>d</p>']);
});

test('a table of values, with quotes and semicolons', async () => {
  const { text: file } = await text('a.csv', 'Jméno;Popis\r\nJan;"a; ""b""\nc"\r\nEva\r\n');
  expect(file.blocks).toEqual([
    '<table><tbody><tr><th><p>Jméno</p></th><th><p>Popis</p></th></tr><tr><td><p>Jan</p></td><td><p>a; &quot;b&quot;<br>c</p></td></tr><tr><td><p>Eva</p></td><td><p></p></td></tr></tbody></table>',
  ]);
});

const ID = 'aabbccddeeff00112233445566778899';

test('an export of Notion: names without ids, folders, links between pages, pictures and tables', async () => {
  const inner = zipSync({
    [`Projekt ${ID}.md`]: strToU8(
      `# Projekt\n\n[Zápis](Projekt%20${ID}/Z%C3%A1pis%20${ID}.md)\n\n![g](Projekt%20${ID}/graf.png)`,
    ),
    [`Projekt ${ID}/Zápis ${ID}.md`]: strToU8(
      `# Zápis\n\n[zpět](../Projekt%20${ID}.md) [ven](https://example.com)`,
    ),
    [`Projekt ${ID}/graf.png`]: PNG,
    [`Projekt ${ID}/Úkoly ${ID}.csv`]: strToU8('a,b\n1,2'),
    [`Projekt ${ID}/Úkoly ${ID}_all.csv`]: strToU8('a,b\n1,2\n3,4'),
    '.DS_Store': PNG,
  });
  const files = await texts('Export.zip', zipSync({ 'ExportBlock-Part-1.zip': inner }));
  expect(files.map(({ name, folders }) => [...folders, name])).toEqual([
    ['Projekt'],
    ['Projekt', 'Zápis'],
    ['Projekt', 'Úkoly'],
  ]);
  const [project, note, table] = files;
  expect(project!.text.blocks.slice(1)).toEqual([
    `<p><a href="cid:arriving-${note!.index}@spolu">Zápis</a></p>`,
    `<p><img src="picture:Projekt ${ID}/graf.png" alt="g"></p>`,
  ]);
  expect([...project!.text.pictures.keys()]).toEqual([`Projekt ${ID}/graf.png`]);
  expect(note!.text.blocks[1]).toBe(
    `<p><a href="cid:arriving-${project!.index}@spolu">zpět</a> <a href="https://example.com">ven</a></p>`,
  );
  expect(table!.text.blocks[0]).toContain('<p>4</p>');
});

test('a folder of Obsidian: links by name, embedded pictures', async () => {
  const files = await texts(
    'vault.zip',
    zipSync({
      'Vault/Notes/A.md': strToU8('[[b]] [[c|jinde]] ![[obr.png]]'),
      'Vault/Other/B.md': strToU8('text'),
      'Vault/files/obr.png': PNG,
      'Vault/.obsidian/app.md': strToU8('{}'),
    }),
  );
  expect(files.map(({ name, folders }) => [...folders, name])).toEqual([
    ['Notes', 'A'],
    ['Other', 'B'],
  ]);
  expect(files[0]!.text.blocks).toEqual([
    '<p><a href="cid:arriving-1@spolu">b</a> <a href="c">jinde</a> <img src="picture:Vault/files/obr.png" alt=""></p>',
  ]);
});

test('a bad file of an archive is named, and the others are read', async () => {
  const file = await read('a.zip', zipSync({ 'a.md': strToU8('text'), 'b.txt': strToU8('%PDF-1.4') }));
  expect(file).toMatchObject({ ok: true, files: [{ name: 'a' }], bad: [{ code: 'pdf', part: 'b.txt' }] });
});

test('Office files that are no texts are refused by name', async () => {
  const sheet = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<a/>') });
  const open = zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text') });
  for (const file of [sheet, open])
    expect(await read('a.docx', file)).toEqual({ ok: false, code: 'other_office', part: '' });
});

test('a Word file is read, whatever its name, with the choice about its tracked changes', async () => {
  const paragraph =
    '<w:p><w:r><w:t>Cena </w:t></w:r><w:ins w:id="1" w:author="J"><w:r><w:t>nová</w:t></w:r></w:ins></w:p>';
  const file = zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph}</w:body></w:document>`,
    ),
  });
  const word = await text('smlouva.zip', file);
  expect(word).toMatchObject({ name: 'smlouva', source: 'foreign', changes: { inserted: 1, deleted: 0 } });
  expect(word.text.blocks.join('')).toContain('Cena nová');
  const inZip = await texts('a.zip', zipSync({ 'b/smlouva.docx': file, 'b/c.md': strToU8('c') }));
  expect(inZip.map(({ name }) => name)).toEqual(['c', 'smlouva']);
});

test('an archive without texts, and one that is cut, are refused', async () => {
  expect(await read('a.zip', zipSync({ 'a.png': PNG }))).toMatchObject({ ok: false, code: 'no_texts' });
  const cut = zipSync({ 'a.md': strToU8('text') }).slice(0, 40);
  expect(await read('a.md', cut)).toMatchObject({ ok: false });
});
