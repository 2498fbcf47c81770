/** Comments of a file: threads of a comment and its replies. */
import type { ArrivingThread } from '#contract/formats/arriving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import type { DocxPackage } from './read-package.ts';
import { withoutSigns } from './read-signs.ts';
import { elementsOf, findAll, named, ownText, type XmlElement } from './read-xml.ts';

export interface ReadComments {
  readonly threads: readonly ArrivingThread[];
  /** Id of the thread by that of the comment that begins it. */
  readonly places: ReadonlyMap<string, string>;
}

interface Comment {
  readonly id: string;
  /** By which a reply names it: that of its last paragraph. */
  readonly paragraph: string;
  readonly content: ArrivingThread['comments'][number];
}

interface Extension {
  readonly parent: string | undefined;
  readonly isDone: boolean;
}

/** `text`: in which the comments stand. */
export function readComments(docx: DocxPackage, text: XmlElement): ReadComments {
  const comments = elementsOf(docx.part('comments')?.root).filter(named('w:comment')).map(readComment);
  const extended = docx.part('commentsExtended')?.root;
  const extensions = readExtensions(extended);
  const ranges = extended ? null : rangesOf(text);
  const threads = new Map<string, Comment[]>();
  for (const comment of comments) {
    const root = rootOf(comment, comments, extensions);
    const key = ranges?.get(root) ?? root;
    threads.set(key, [...(threads.get(key) ?? []), comment]);
  }
  const lists = [...threads.values()].map((list) => beginWithRoot(list, extensions));
  return {
    threads: lists.map((list, at) => ({
      id: `t${at + 1}`,
      isResolved: extensions.get(list[0]!.paragraph)?.isDone === true,
      comments: list.map(({ content }) => content),
    })),
    places: new Map(lists.map((list, at) => [list[0]!.id, `t${at + 1}`])),
  };
}

/** A reply may stand before the comment that it answers. */
const beginWithRoot = (list: readonly Comment[], extensions: ReadonlyMap<string, Extension>): Comment[] =>
  list.toSorted(
    (a, b) =>
      Number(extensions.get(a.paragraph)?.parent !== undefined) -
      Number(extensions.get(b.paragraph)?.parent !== undefined),
  );

function readExtensions(root: XmlElement | undefined): ReadonlyMap<string, Extension> {
  return new Map(
    elementsOf(root).map(({ attributes }) => [
      attributes['w15:paraId'] ?? '',
      { parent: attributes['w15:paraIdParent'], isDone: /^(?:1|true)$/.test(attributes['w15:done'] ?? '') },
    ]),
  );
}

function rootOf(
  comment: Comment,
  comments: readonly Comment[],
  extensions: ReadonlyMap<string, Extension>,
): string {
  let root = comment;
  // As often as there are comments, because a file may name a circle.
  for (let steps = 0; steps < comments.length; steps++) {
    const parent = extensions.get(root.paragraph)?.parent;
    const found = parent === undefined ? undefined : comments.find(({ paragraph }) => paragraph === parent);
    if (!found) break;
    root = found;
  }
  return root.id;
}

/** Programs without the part for replies write a reply as a comment on the same text. */
function rangesOf(text: XmlElement): ReadonlyMap<string, string> {
  const starts = new Map<string, number>();
  const ranges = new Map<string, string>();
  let passed = 0;
  for (const { name, attributes } of findAll(text, () => true)) {
    const id = attributes['w:id'] ?? '';
    if (name === 'w:t' || name === 'w:p') passed += 1;
    if (name === 'w:commentRangeStart') starts.set(id, passed);
    if (name === 'w:commentRangeEnd') ranges.set(id, `${starts.get(id)}-${passed}`);
  }
  return ranges;
}

function readComment(comment: XmlElement): Comment {
  const { attributes } = comment;
  const paragraphs = findAll(comment, named('w:p'));
  const at = readDate(attributes['w:date']);
  return {
    id: attributes['w:id'] ?? '',
    paragraph: paragraphs.at(-1)?.attributes['w14:paraId'] ?? '',
    content: {
      author: withoutSigns(attributes['w:author'] ?? '').trim(),
      at,
      content: paragraphs.map(readParagraph),
    },
  };
}

/** Word writes local time without a zone; it is read as UTC, which is at most half a day off. */
function readDate(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function readParagraph(paragraph: XmlElement): DocumentNode {
  const content: DocumentNode[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') content.push({ type: 'text', text });
    text = '';
  };
  for (const part of findAll(paragraph, named('w:t', 'w:tab', 'w:br', 'w:cr'))) {
    if (part.name === 'w:t') text += withoutSigns(ownText(part));
    else if (part.name === 'w:tab') text += ' ';
    else {
      flush();
      content.push({ type: 'hardBreak' });
    }
  }
  flush();
  return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
}
