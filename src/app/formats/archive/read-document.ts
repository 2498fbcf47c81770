/** Reads one document for the archive, by the functions that an open page calls too. */
import { mayWrite, readRole } from '#contract/roles.ts';
import { ApiError, errorCodeOf, isApiErrorCode } from '../../data/api-error.ts';
import { commentApi } from '../../data/comments.ts';
import { createDocumentLog } from '../../data/document-log.ts';
import type { ListedDocument } from '../../data/documents.ts';
import { loadFile } from '../../data/private-files.ts';
import { listAllVersions } from '../../data/versions.ts';
import type { Picture } from '#contract/formats/leaving-text.ts';
import type { TakenDocument } from './taken-document.ts';

/** Rejects with an ApiError. */
export async function readDocumentForArchive({
  id,
  ownerName,
  updatedAt,
}: ListedDocument): Promise<TakenDocument> {
  const loaded = await createDocumentLog().load({ documentId: id, after: null });
  if (!loaded.ok) {
    const { failure } = loaded;
    if (failure.kind === 'unreachable') throw new ApiError({ code: 'unreachable', status: 0 });
    const code = isApiErrorCode(failure.code) ? failure.code : 'internal';
    throw new ApiError({ code, status: 0, retryAfterMs: failure.retryAfterMs });
  }
  const { head, snapshot, rows, role } = loaded.value;
  return {
    id,
    role: readRole(role),
    owner: ownerName,
    updatedAt,
    head,
    updates: [...(snapshot ? [snapshot.bytes] : []), ...rows.map(({ bytes }) => bytes)],
    versions: mayWrite(readRole(role)) ? await listAllVersions(id) : null,
    comments: await readComments(id),
    loadPicture,
  };
}

/** None for a viewer, if the owner wants that. */
async function readComments(documentId: string): Promise<TakenDocument['comments']> {
  try {
    return await commentApi.listThreads(documentId, 0);
  } catch (error) {
    if (errorCodeOf(error) !== 'forbidden') throw error;
    return { threads: [], people: [] };
  }
}

async function loadPicture(path: string): Promise<Picture | null> {
  try {
    const file = await loadFile(`document-images/${path}`);
    return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'not_found' || code === 'forbidden') return null;
    throw error;
  }
}
