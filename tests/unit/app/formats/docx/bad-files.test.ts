import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readDocx } from '../../../../../src/app/formats/docx/read-docx.ts';
import { docxFiles, makeDocx, p, PNG } from '../../../../formats/by-description/make-docx.ts';

const failureOf = async (bytes: Uint8Array) => {
  const read = await readDocx(bytes, { changes: 'accept' });
  return read.ok ? 'read' : [read.code, read.part];
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const good = docxFiles({ body: p('text'), footnotes: '', pictures: { 'a.png': PNG } });
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const DTD = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><w>&b;</w>';

test('a file of Word before 2007 and one with a password are refused for different reasons', async () => {
  const utf16 = (text: string): number[] => Array.from(text).flatMap((one) => [one.charCodeAt(0), 0]);
  expect(await failureOf(Uint8Array.from([...OLE, ...utf16('WordDocument')]))).toEqual(['old_office', '']);
  expect(await failureOf(Uint8Array.from([...OLE, ...utf16('EncryptedPackage')]))).toEqual(['encrypted', '']);
});

test('a file that is no Word document is refused as such', async () => {
  expect(await failureOf(bytesOf('plain text'))).toEqual(['damaged', '']);
  expect(await failureOf(new Uint8Array(0))).toEqual(['damaged', '']);
  expect(await failureOf(zipSync({ 'a.txt': bytesOf('a') }))).toEqual(['not_docx', '']);
  const other = { ...good, 'word/document.xml': bytesOf('<x:workbook xmlns:x="x"/>') };
  expect(await failureOf(zipSync(other))).toEqual(['not_docx', 'word/document.xml']);
});

test('a document type is refused in each part, and before it is parsed', async () => {
  for (const part of [
    'word/document.xml',
    'word/footnotes.xml',
    '_rels/.rels',
    'word/_rels/document.xml.rels',
  ])
    expect(await failureOf(zipSync({ ...good, [part]: bytesOf(DTD) }))).toEqual(['dtd', part]);
  const utf16 = Uint8Array.from([0xff, 0xfe, ...Array.from(DTD).flatMap((one) => [one.charCodeAt(0), 0])]);
  expect(await failureOf(zipSync({ ...good, 'word/document.xml': utf16 }))).toEqual([
    'dtd',
    'word/document.xml',
  ]);
});

test('a damaged part is named', async () => {
  for (const xml of [
    '',
    '<w:document',
    'no xml',
    '<a><b></a>',
    `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`,
  ])
    expect(await failureOf(zipSync({ ...good, 'word/document.xml': bytesOf(xml) }))).toEqual([
      'damaged',
      'word/document.xml',
    ]);
});

test('the limits of zips hold', async () => {
  const { 'word/media/a.png': _, ...rest } = good;
  const bomb = { ...rest, 'word/media/a.png': new Uint8Array(30_000_000) };
  expect(await failureOf(zipSync(bomb))).toEqual(['zip_bomb', 'word/media/a.png']);
  const docx = makeDocx({ body: p('text') });
  expect(await failureOf(docx.subarray(0, docx.length - 30))).toEqual(['truncated', '']);
  const climbing = zipSync({ ...good, 'word/../../evil.xml': bytesOf('x') });
  expect(await failureOf(climbing)).toEqual(['unsafe_path', 'word/../../evil.xml']);
  const long = zipSync({
    ...good,
    'word/document.xml': [crypto.getRandomValues(new Uint8Array(65_536)), { level: 0 }],
  });
  expect(await failureOf(long)).toEqual(['damaged', 'word/document.xml']);
});

test('a text of more XML than a browser can hold is refused before it is parsed', async () => {
  const long = zipSync({ ...good, 'word/document.xml': [new Uint8Array(41 * 1024 * 1024), { level: 0 }] });
  // Not by the clock, which other programs of the machine delay.
  const began = process.cpuUsage();
  expect(await failureOf(long)).toEqual(['too_long', 'word/document.xml']);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test('flipped bits give a text or a failure', async () => {
  const docx = makeDocx({ body: p('text').repeat(20), footnotes: '', styles: '', comments: '' });
  let state = 7;
  const random = (below: number): number => (state = (state * 48271) % 0x7fffffff) % below;
  for (let round = 0; round < 300; round++) {
    const bytes = docx.slice();
    bytes[random(bytes.length)]! ^= 1 << random(8);
    await failureOf(bytes);
  }
});

test('broken references, circles of styles and unclosed fields do not stop the reading', async () => {
  const bytes = makeDocx({
    styles:
      '<w:style w:type="paragraph" w:styleId="a"><w:name w:val="A"/><w:basedOn w:val="b"/></w:style><w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style>',
    numbering:
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="gone"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"/>',
    comments: '<w:comment w:id="1"/>',
    body: [
      '<w:p><w:pPr><w:pStyle w:val="a"/><w:numPr><w:ilvl w:val="99"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>',
      '<w:p><w:pPr><w:pStyle w:val="gone"/><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>two</w:t></w:r></w:p>',
      '<w:p><w:hyperlink r:id="gone"><w:r><w:t>three</w:t></w:r></w:hyperlink><w:commentRangeEnd w:id="1"/><w:commentRangeStart w:id="9"/></w:p>',
      '<w:tbl><w:tr/><w:tr><w:tc/></w:tr></w:tbl>',
      '<w:p><w:r><w:fldChar w:fldCharType="end"/><w:t>four</w:t><w:footnoteReference w:id="5"/></w:r></w:p>',
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r></w:p>',
    ].join(''),
  });
  const read = await readDocx(bytes, { changes: 'accept' });
  expect(read.ok && read.text.blocks).toEqual([
    '<p>one</p>',
    '<p>two</p>',
    '<p>three</p>',
    '<table border="1"><tr><td><p></p></td></tr></table>',
    '<p>four<sup>[1]</sup></p>',
  ]);
});
