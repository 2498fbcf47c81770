/** Reads and writes the text of a document as `DocumentNode`s, without an editor's schema. */
import * as Y from 'yjs';
import { joinText, type DocumentNode } from './document-node.ts';

type Child = Y.XmlElement | Y.XmlText;
type Marks = Readonly<Record<string, object>>;

/** Reads a document as the editor binding does, but sorts marks and attributes and drops empty ones: equal documents are equal. */
export const readDocument = (root: Y.XmlFragment): DocumentNode => ({
  type: 'doc',
  content: readChildren(root),
});

const readChildren = (parent: Y.XmlFragment): DocumentNode[] =>
  sharedIn(parent).flatMap((child) => (child instanceof Y.XmlText ? readText(child) : [readElement(child)]));

/** The children of a shared type. Old logs may have values of other kinds, which no document has. */
export const sharedIn = (parent: Y.XmlFragment): Child[] =>
  (parent.toArray() as unknown[]).filter(
    (child): child is Child => child instanceof Y.XmlElement || child instanceof Y.XmlText,
  );

/** All elements and texts within, in order. Yjs's own walker fails on values of other kinds. */
export function* walkShared(parent: Y.XmlFragment): Generator<Child> {
  for (const child of sharedIn(parent)) {
    yield child;
    if (child instanceof Y.XmlElement) yield* walkShared(child);
  }
}

/** Without marks: `toString` would include them as tags. No editor of ours puts an object into a text. */
export const charactersOf = (text: Y.XmlText): string =>
  (text.toDelta() as { readonly insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : ''))
    .join('');

/** The attributes without those that are shared types: no document has any, and Yjs cannot copy them. */
export const plainAttributes = (element: Y.XmlElement): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(element.getAttributes()).filter(
      ([, value]: [string, unknown]) => !(value instanceof Y.AbstractType),
    ),
  );

/** One element with its content. */
export function readElement(element: Y.XmlElement): DocumentNode {
  const attrs = inOrder(plainAttributes(element));
  const content = readChildren(element);
  return {
    type: element.nodeName,
    ...(attrs.length > 0 ? { attrs: Object.fromEntries(attrs) } : {}),
    ...(content.length > 0 ? { content } : {}),
  };
}

/** The editor binding stores a mark that may overlap itself under its name, two dashes and a hash. */
const nameOfMark = (key: string): string => key.replace(/--[a-zA-Z0-9+/=]{8}$/, '');

function readText(text: Y.XmlText): DocumentNode[] {
  const runs = text.toDelta() as { insert: unknown; attributes?: Marks }[];
  const nodes = runs.flatMap(({ insert, attributes }) => {
    // No editor of ours puts an object into a text.
    if (typeof insert !== 'string') return [];
    const marks = inOrder(attributes ?? {}).map(([key, attrs]) => ({
      type: nameOfMark(key),
      // A tool may store "true" instead of an object.
      ...(typeof attrs === 'object' && Object.keys(attrs).length > 0 ? { attrs } : {}),
    }));
    return [{ type: 'text', text: insert, ...(marks.length > 0 ? { marks } : {}) }];
  });
  // Text that was formatted in steps is in several runs.
  return joinText(nodes);
}

/** Yjs returns them in the order in which they were set. */
const inOrder = <T>(values: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** `readDocument` returns the same nodes from the result, which belongs to a document of its own. */
export function writeDocument(nodes: readonly DocumentNode[]): Y.XmlFragment {
  const root = new Y.Doc().getXmlFragment('');
  root.insert(0, writeChildren(nodes));
  return root;
}

function writeChildren(nodes: readonly DocumentNode[]): Child[] {
  const children: Child[] = [];
  let texts: DocumentNode[] = [];
  // Adjacent text nodes are one text with several marks.
  const endText = (): void => {
    if (texts.length > 0) children.push(writeText(texts));
    texts = [];
  };
  for (const node of nodes) {
    if (node.text !== undefined) texts.push(node);
    else {
      endText();
      children.push(writeElement(node));
    }
  }
  endText();
  return children;
}

function writeElement({ type, attrs = {}, content = [] }: DocumentNode): Y.XmlElement {
  const element = new Y.XmlElement(type);
  // Attributes may hold any JSON; Yjs's type is string.
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value as string);
  element.insert(0, writeChildren(content));
  return element;
}

function writeText(nodes: readonly DocumentNode[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(
    nodes.map(({ text: insert, marks = [] }) => ({
      insert,
      attributes: Object.fromEntries(marks.map(({ type, attrs = {} }) => [type, attrs])),
    })),
  );
  return text;
}
