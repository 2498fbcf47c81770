import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import type { ApiErrorCode } from '../../data/api-error.ts';
import { newId } from '../../data/new-id.ts';
import { readSelection } from '../fresh-selection.ts';
import type { ImageProblem } from './image-file.ts';
import { copiedImages, type CopiedImage } from './copied-images.ts';
import { extensionOfImage, newImagePath } from './image-path.ts';
import { addPlace, fillPlace, imagePlaces, removePlace } from './image-places.ts';
import { bringsForeignImages, readImageFiles } from './pasted-images.ts';
import type { ReadImage } from './read-image-file.ts';
import type { Size } from './redraw-image.ts';
import type { NewUpload, Uploads } from './uploads.ts';

/** What is said when a picture is not taken. `foreign`: of another site. `other-document`: of a document that is closed to whoever pastes it. */
export type ImageRefusal = ImageProblem | 'foreign' | 'other-document';

export interface ImageDesk {
  /** Whose folder the images go to. */
  readonly documentId: string;
  readonly uploads: Uploads;
  readonly read: (file: File) => Promise<ReadImage>;
  /** `name`: of the file, if there is one. */
  readonly onRefused: (refusal: ImageRefusal, name: string) => void;
  /** It was too large to be sent as it is, and has this size now. */
  readonly onMadeSmaller: (name: string, size: Size) => void;
  /** The element that an upload's preview is drawn in. */
  readonly hostOf: (id: string) => HTMLElement;
}

/** Takes pictures that are pasted, dropped or chosen; each gets into the document when its upload has arrived. */
export const imageUploads = (desk: ImageDesk) =>
  Extension.create({
    name: 'imageUploads',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        imagePlaces(desk.hostOf),
        takePictures(desk),
        copiedImages(desk.documentId, (image) => startCopy(editor.view, desk, image)),
      ];
    },
  });

export const takesImages = (editor: Editor): boolean =>
  editor.extensionManager.extensions.some(({ name }) => name === 'imageUploads');

/** At the selection, or at `pos`. Settles when every file has been looked at, not when it has arrived. */
export async function addImages(
  view: EditorView,
  desk: ImageDesk,
  files: readonly File[],
  pos?: number,
): Promise<void> {
  const placed = files.map((file) => ({ file, id: newId() }));
  for (const { id } of placed) view.dispatch(addPlace(view.state, id, pos));
  await Promise.all(
    placed.map(({ file, id }) => desk.uploads.whileReading(startImage(view, desk, file, id))),
  );
}

/** Takes the preview away; an upload that is under way is stopped. */
export function cancelImage(view: EditorView, desk: ImageDesk, id: string): void {
  desk.uploads.cancel(id);
  freePlace(view, id);
}

function freePlace(view: EditorView, id: string): void {
  readSelection(view);
  view.dispatch(removePlace(view.state, id));
}

async function startImage(view: EditorView, desk: ImageDesk, file: File, id: string): Promise<void> {
  const read = await desk.read(file);
  if (view.isDestroyed) return;
  if (!read.ok) {
    freePlace(view, id);
    desk.onRefused(read.problem, file.name);
    return;
  }
  if (read.isSmaller) desk.onMadeSmaller(file.name, read);
  const { extension, type, width, height } = read;
  const path = newImagePath(desk.documentId, id, extension);
  const upload: NewUpload = {
    id,
    name: file.name,
    path,
    source: { kind: 'file', file: read.file, type },
    attributes: { pixelWidth: width, pixelHeight: height },
  };
  desk.uploads.add(upload, { onUploaded: () => insertImage(view, upload) });
}

function startCopy(view: EditorView, desk: ImageDesk, { id, path: from, attributes }: CopiedImage): void {
  const path = newImagePath(desk.documentId, id, extensionOfImage(from));
  const upload: NewUpload = { id, name: '', path, source: { kind: 'copy', path: from }, attributes };
  desk.uploads.add(upload, {
    onUploaded: () => insertImage(view, upload),
    onFailed: (code) => {
      if (!CLOSED.has(code)) return;
      cancelImage(view, desk, id);
      desk.onRefused('other-document', '');
    },
  });
}

/** Trying again would not help. */
const CLOSED: ReadonlySet<ApiErrorCode> = new Set(['forbidden', 'not_found', 'gone']);

function insertImage(view: EditorView, { id, path, attributes }: NewUpload): ApiErrorCode | null {
  if (!view.editable) return 'forbidden';
  readSelection(view);
  const tr = fillPlace(view.state, id, { ...attributes, src: path });
  if (!tr) throw new Error('an upload has a place until it is cancelled');
  const history: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(view.state);
  // Undoing takes the image away and leaves what was typed around it.
  history?.undoManager.stopCapturing();
  view.dispatch(tr);
  history?.undoManager.stopCapturing();
  return null;
}

function takePictures(desk: ImageDesk): Plugin {
  const take = (view: EditorView, data: DataTransfer | null, pos?: number): boolean => {
    if (!view.editable || !data) return false;
    const files = readImageFiles(data);
    if (files.length > 0) {
      void addImages(view, desk, files, pos);
      return true;
    }
    if (bringsForeignImages(data)) desk.onRefused('foreign', '');
    return false;
  };
  return new Plugin({
    key: new PluginKey('takePictures'),
    props: {
      handlePaste: (view, event) => take(view, event.clipboardData),
      handleDrop: (view, event, _slice, moved) => {
        if (moved) return false;
        return take(
          view,
          event.dataTransfer,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
        );
      },
    },
  });
}
