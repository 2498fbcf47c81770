import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { mayWrite } from '#contract/roles.ts';
import { cleanLine } from '#contract/clean-line.ts';
import { ApiError } from '../data/api-error.ts';
import { saveOrKeep, withOwnRoom } from './with-room.ts';

/** The title is part of the text, so it is changed like the text: live, merged with concurrent edits. */
export function renameDocument(documentId: string, title: string): Promise<void> {
  return withOwnRoom(documentId, async (room) => {
    const status = room.status();
    if (status.kind === 'open' && !mayWrite(status.role))
      throw new ApiError({ code: 'forbidden', status: 403 });
    writeTitle(room.doc.getText(TITLE_ROOT), cleanLine(title));
    await saveOrKeep(room);
  });
}

/** Changes only the range that differs: another user may be editing the rest. */
export function writeTitle(text: Y.Text, title: string): void {
  const before = text.toJSON();
  const shorter = Math.min(before.length, title.length);
  let start = 0;
  while (start < shorter && before[start] === title[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === title.at(-1 - end)) end += 1;
  // A lone surrogate would be encoded as a replacement character.
  if (isHighHalf(before[start - 1]) || isHighHalf(title[start - 1])) start -= 1;
  if (isHighHalf(before.at(-1 - end)) || isHighHalf(title.at(-1 - end))) end = Math.max(0, end - 1);
  const write = (): void => {
    text.delete(start, before.length - start - end);
    text.insert(start, title.slice(start, title.length - end));
  };
  if (before === title) return;
  if (text.doc) text.doc.transact(write);
  else write();
}

const isHighHalf = (unit: string | undefined): boolean =>
  unit !== undefined && /^[\ud800-\udbff]$/.test(unit);
