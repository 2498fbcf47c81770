/** Comments as parts of the package: their texts, and which answers which. */
import { commentIdToParaId, Paragraph, TextRun, type FileChild, type ICommentOptions } from 'docx';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import { directionOf } from '#contract/text/direction.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { cleanText } from './clean-text.ts';
import type { Box, Desk } from './desk.ts';
import { placeChildren } from './positions.ts';
import { writeInline, writeText } from './write-inline.ts';
import { STYLES } from './write-names.ts';

export function writeComments(desk: Desk): ICommentOptions[] {
  const none = new Map<number, readonly number[]>();
  const inside: Desk = { ...desk, places: { ...desk.places, starts: none, ends: none } };
  return desk.places.threads.flatMap(({ thread, ids }) =>
    thread.comments.map(({ author, at, body }, index): ICommentOptions => {
      const id = ids[index]!;
      const name = cleanText(author).trim() || '?';
      return {
        id,
        author: name,
        initials: initialsOf(name),
        date: at,
        // With such an id the library numbers the paragraphs, by which comments know each other.
        durableId: commentIdToParaId(id),
        children: body === null ? [writeDeleted(desk)] : writeBody(body, inside),
      };
    }),
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 3)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '')
    .join('');

const writeDeleted = ({ labels }: Desk): Paragraph =>
  new Paragraph({
    style: STYLES.comment,
    children: [new TextRun({ text: labels.deletedComment, italics: true })],
  });

function writeBody({ content }: CommentBody, desk: Desk): FileChild[] {
  const box: Box = { desk, width: 0, indent: 0, block: null };
  return (content as readonly DocumentNode[]).flatMap((part) => {
    if (part.type === 'paragraph') return [writeLine(part, '', box)];
    desk.losses.note('comment', 'simplified', plainText(part));
    return childrenOf(part).flatMap((item, index) => {
      const sign = part.type === 'orderedList' ? `${index + 1}. ` : '• ';
      return childrenOf(item).map((line, nth) => writeLine(line, nth === 0 ? sign : '', box));
    });
  });
}

function writeLine(line: DocumentNode, sign: string, box: Box): Paragraph {
  const direction = directionOf(plainText(line)) ?? 'ltr';
  return new Paragraph({
    style: STYLES.comment,
    ...(direction === 'rtl' ? { bidirectional: true } : {}),
    children: [
      ...writeText(sign, {}, direction),
      ...writeInline(placeChildren(childrenOf(line), 0), box, direction),
    ],
  });
}

/** `word/commentsExtended.xml`: answers and the state of threads. The library writes it only with answers. */
export function writeCommentsExtended({ places }: Desk): string | null {
  if (places.threads.length === 0) return null;
  const rows = places.threads.flatMap(({ thread, ids }) =>
    ids.map((id, index) => {
      const parent = index === 0 ? '' : ` w15:paraIdParent="${commentIdToParaId(ids[0]!)}"`;
      const done = thread.isResolved ? 1 : 0;
      return `<w15:commentEx w15:paraId="${commentIdToParaId(id)}"${parent} w15:done="${done}"/>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">${rows.join('')}</w15:commentsEx>`;
}
