import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { takeText, writeText } from '../../../../src/app/documents/copy-document.ts';
import { writeTitle } from '../../../../src/app/documents/rename-document.ts';

const SOURCE = '11111111-1111-4111-8111-111111111111';
const COPY = '22222222-2222-4222-8222-222222222222';
const IMAGE = '33333333-3333-4333-8333-333333333333';

function paragraph(...content: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const block = new Y.XmlElement('paragraph');
  block.insert(0, content);
  return block;
}

/** A new document, as the database creates it. */
function makeDoc(): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph()]);
  return doc;
}
const textOf = (doc: Y.Doc): string => doc.getXmlFragment(TEXT_ROOT).toString();

test('a copy has the same text with marks and nesting, and no empty first paragraph', () => {
  const source = new Y.Doc();
  const bold = new Y.XmlText();
  bold.applyDelta([{ insert: 'plain ' }, { insert: 'bold', attributes: { bold: {} } }]);
  const quote = new Y.XmlElement('blockquote');
  quote.insert(0, [paragraph(new Y.XmlText('quoted'))]);
  source.getXmlFragment(TEXT_ROOT).insert(0, [paragraph(bold), quote]);
  const before = textOf(source);
  const copy = makeDoc();
  writeText(copy, takeText(source, COPY).text);
  expect(textOf(copy)).toBe(before);
});

test('a long copy is written in several updates', () => {
  const source = new Y.Doc();
  const blocks = Array.from({ length: 120 }, (_, at) => paragraph(new Y.XmlText(`line ${at}`)));
  source.getXmlFragment(TEXT_ROOT).insert(0, blocks);
  const copy = makeDoc();
  let updates = 0;
  copy.on('update', () => (updates += 1));
  writeText(copy, takeText(source, COPY).text);
  expect(textOf(copy)).toBe(textOf(source));
  expect(updates).toBeGreaterThan(2);
});

test('each image is copied once into the folder of the copy; external URLs are not copied', () => {
  const source = new Y.Doc();
  const path = `${SOURCE}/${IMAGE}.png`;
  const images = [path, 'https://example.com/a.png', path].map((src) => {
    const image = new Y.XmlElement('image');
    image.setAttribute('src', src);
    return image;
  });
  source.getXmlFragment(TEXT_ROOT).insert(0, images);
  const { text, images: copied } = takeText(source, COPY);
  expect([...copied.keys()]).toEqual([path]);
  const to = copied.get(path)!;
  expect(to).toMatch(new RegExp(`^${COPY}/[0-9a-f-]{36}\\.png$`));
  const copy = makeDoc();
  writeText(copy, text);
  expect(
    copy
      .getXmlFragment(TEXT_ROOT)
      .toArray()
      .map((one) => (one as Y.XmlElement).getAttribute('src')),
  ).toEqual([to, 'https://example.com/a.png', to]);
});

test.each([
  ['', 'Plan'],
  ['Plan', ''],
  ['Plan', 'Plan of spring'],
  ['aaa', 'aa'],
  ['a 🙂 b', 'a 🙃 b'],
  ['🙂', '🙂🙃'],
  ['🙃🙂', '🙂'],
])('a title %j becomes %j', (from, to) => {
  const doc = new Y.Doc();
  const title = doc.getText(TITLE_ROOT);
  title.insert(0, from);
  writeTitle(title, to);
  expect(title.toJSON()).toBe(to);
});

test('a rename keeps concurrent edits of the title', () => {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()];
  mine.getText(TITLE_ROOT).insert(0, 'Plan of winter');
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  theirs.getText(TITLE_ROOT).insert(4, 's');
  writeTitle(mine.getText(TITLE_ROOT), 'Plan of spring');
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs));
  expect(mine.getText(TITLE_ROOT).toJSON()).toBe('Plans of spring');
});
