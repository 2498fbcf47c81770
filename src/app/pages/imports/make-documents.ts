/** Makes a document of each text. After *Cancel* none of them stays. */
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import { deleteFolder, moveToFolder, saveFolder } from '../../data/folders.ts';
import { newId } from '../../data/new-id.ts';
import { documentPath } from '../../data/paths.ts';
import {
  createEmpty,
  eraseUnfinished,
  fillDocument,
  type ReadyPicture,
} from '../../documents/make-document.ts';
import { readImageFile } from '../../editor/images/read-image-file.ts';
import { ARRIVING_LINK } from '../../formats/arriving-file.ts';
import { redrawInWorker } from './redraw-in-worker.ts';
import type { ReadyText } from './read-files.ts';

interface Making {
  readonly userId: string;
  /** The folder that is open. */
  readonly folderId: string | undefined;
  /** For the texts of an archive that were in no folder, where none is open. */
  readonly newFolder: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export interface MadeDocuments {
  readonly ids: readonly string[];
  readonly failed: readonly { readonly title: string; readonly code: ApiErrorCode }[];
}

export async function makeDocuments(texts: readonly ReadyText[], making: Making): Promise<MadeDocuments> {
  const { signal, onProgress } = making;
  const ids = new Map<ReadyText, string>();
  const failed: { title: string; code: ApiErrorCode }[] = [];
  /** Ids of folders that were made, by their names. */
  const folders = new Map<string, string>();
  try {
    // All first: they have links to each other.
    for (const text of texts) ids.set(text, await createEmpty(text.language, signal));
    for (const [at, text] of texts.entries()) {
      const id = ids.get(text)!;
      try {
        await fillDocument(
          id,
          text,
          toolsFor(text, ids, { ...making, onProgress: (share) => onProgress((at + share) / texts.length) }),
        );
        await putIntoFolder(id, text, making, folders);
      } catch (error) {
        signal.throwIfAborted();
        failed.push({ title: text.title, code: errorCodeOf(error) });
        ids.delete(text);
        await eraseUnfinished(id);
      }
    }
    signal.throwIfAborted();
  } catch (error) {
    await Promise.all([...ids.values()].map(eraseUnfinished));
    await Promise.all([...folders.values()].map(deleteFolder));
    throw error;
  }
  return { ids: [...ids.values()], failed };
}

async function putIntoFolder(
  id: string,
  { place }: ReadyText,
  { folderId, newFolder }: Making,
  made: Map<string, string>,
): Promise<void> {
  const name = place ?? newFolder;
  if (folderId === undefined && name !== null && !made.has(name)) {
    const folder = newId();
    await saveFolder({ id: folder, name });
    made.set(name, folder);
  }
  const target = folderId ?? (name === null ? undefined : made.get(name));
  if (target !== undefined) await moveToFolder(id, target);
}

export async function readPictureOf({ pictures }: ReadyText, path: string): Promise<ReadyPicture | null> {
  const bytes = pictures.get(path);
  if (!bytes) return null;
  const file = new File([bytes as Uint8Array<ArrayBuffer>], '');
  // A worker that fails may lack memory for it; the page has more.
  const picture = await readImageFile(file, redrawInWorker).catch(() => readImageFile(file));
  return picture.ok ? picture : null;
}

function toolsFor(
  text: ReadyText,
  ids: ReadonlyMap<ReadyText, string>,
  { userId, signal, onProgress }: Making,
) {
  return {
    userId,
    signal,
    onProgress,
    readPicture: (path: string) => readPictureOf(text, path),
    linkTo: (href: string) => {
      const index = ARRIVING_LINK.exec(href)?.[1];
      if (index === undefined) return href;
      const target = [...ids].find(([one]) => one.file === text.file && one.index === Number(index));
      return target ? new URL(documentPath(target[1]), location.origin).href : null;
    },
  };
}
