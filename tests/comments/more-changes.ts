/** Changes that histories of authors do not need: copies, text typed again, images, and rows of tables. Call in a transaction. */
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';

interface Tools {
  readonly doc: Y.Doc;
  readonly below: (limit: number) => number;
  readonly newLetters: (count: number) => string;
}

const rootOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment(TEXT_ROOT);

function* elementsIn(parent: Y.XmlFragment): Generator<Y.XmlElement> {
  for (const child of parent.toArray())
    if (child instanceof Y.XmlElement) {
      yield child;
      yield* elementsIn(child);
    }
}

const textsIn = (doc: Y.Doc): Y.XmlText[] =>
  Array.from(elementsIn(rootOf(doc)))
    .flatMap((element) => element.toArray())
    .filter((child): child is Y.XmlText => child instanceof Y.XmlText && child.length > 0);

const signsOf = (text: Y.XmlText): string =>
  (text.toDelta() as { readonly insert: string }[]).map(({ insert }) => insert).join('');

const paragraph = (text: string): Y.XmlElement => {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(text)]);
  return element;
};

/** Copies a paragraph, or a part of it into another, and leaves what it copied where it is. */
export function copyText({ doc, below }: Tools): void {
  const texts = textsIn(doc);
  const from = texts[below(texts.length)];
  if (!from) return;
  const signs = signsOf(from);
  if (below(2) === 0) return rootOf(doc).insert(below(rootOf(doc).length + 1), [paragraph(signs)]);
  const into = texts[below(texts.length)]!;
  const start = below(signs.length);
  into.insert(below(into.length + 1), signs.slice(start, start + 1 + below(12)));
}

/** Deletes a part of a text, and types the same there. */
export function typeAgain({
  doc,
  below,
}: Tools): { readonly remove: () => void; readonly insert: () => void } | null {
  const texts = textsIn(doc);
  const text = texts[below(texts.length)];
  if (!text) return null;
  const start = below(text.length);
  const signs = signsOf(text).slice(start, start + 1 + below(10));
  return { remove: () => text.delete(start, signs.length), insert: () => text.insert(start, signs) };
}

export function insertImage({ doc, below, newLetters }: Tools): void {
  const image = new Y.XmlElement('image');
  image.setAttribute('src', newLetters(1));
  rootOf(doc).insert(below(rootOf(doc).length + 1), [image]);
}

/** Deletes it and inserts it elsewhere, as the editor binding does. */
export function moveImage({ doc, below }: Tools): void {
  const root = rootOf(doc);
  const images = root.toArray().filter((one) => one instanceof Y.XmlElement && one.nodeName === 'image');
  const image = images[below(images.length)];
  if (!(image instanceof Y.XmlElement)) return;
  const copy = new Y.XmlElement('image');
  copy.setAttribute('src', image.getAttribute('src')!);
  root.delete(root.toArray().indexOf(image), 1);
  root.insert(below(root.length + 1), [copy]);
}

export function insertTable({ doc, below, newLetters }: Tools): void {
  const row = (): Y.XmlElement => makeRow([newLetters(2 + below(6)), newLetters(1 + below(3))]);
  const table = new Y.XmlElement('table');
  table.insert(0, [row(), row(), row()]);
  rootOf(doc).insert(below(rootOf(doc).length + 1), [table]);
}

function makeRow(cells: readonly string[]): Y.XmlElement {
  const row = new Y.XmlElement('tableRow');
  row.insert(
    0,
    cells.map((text) => {
      const cell = new Y.XmlElement('tableCell');
      cell.insert(0, [paragraph(text)]);
      return cell;
    }),
  );
  return row;
}

export function moveRow({ doc, below }: Tools): void {
  const tables = [...elementsIn(rootOf(doc))].filter(
    ({ nodeName, length }) => nodeName === 'table' && length > 1,
  );
  const table = tables[below(tables.length)];
  if (!table) return;
  const at = below(table.length);
  const row = table.get(at).clone();
  table.delete(at, 1);
  table.insert(below(table.length + 1), [row]);
}
