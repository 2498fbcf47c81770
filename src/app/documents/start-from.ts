/** Copies that start something: templates of the user, and documents that are made from them. Without comments. */
import { changeList } from '../data/change-list-later.ts';
import { setTemplate } from '../data/documents.ts';
import { copyDocument } from './copy-document.ts';
import { eraseUnfinished } from './make-document.ts';

/** The document itself stays what it is. */
export const saveAsTemplate = (documentId: string, userId: string): Promise<string> =>
  copyAnd(documentId, userId, (copyId) => setTemplate(copyId, true));

/** A new document with the text of a template; resolves to its id. */
export const startFrom = (documentId: string, userId: string, folderId?: string): Promise<string> =>
  copyAnd(documentId, userId, async (copyId) => {
    if (folderId !== undefined) await changeList({ kind: 'move', id: copyId, folderId });
  });

async function copyAnd(
  documentId: string,
  userId: string,
  finish: (copyId: string) => Promise<void>,
): Promise<string> {
  const copyId = await copyDocument(documentId, userId, { nameCopy: (title) => title, withComments: false });
  try {
    await finish(copyId);
  } catch (error) {
    await eraseUnfinished(copyId);
    throw error;
  }
  return copyId;
}
