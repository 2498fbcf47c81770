import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { ApiErrorCode } from '../../data/api-error.ts';
import { newId } from '../../data/new-id.ts';
import { readSelection } from '../binding/fresh-selection.ts';
import type { ImageProblem } from './image-file.ts';
import { copiedImages, type CopiedImage } from './copied-images.ts';
import { extensionOfImage, newImagePath } from '../schema/image-path.ts';
import { inlineImages } from './inline-images.ts';
import { addPlacesAt, fillPlace, hasPlace, imagePlaces, removePlace } from './image-places.ts';
import { lacksImages, readImageFiles, type Pasted } from './pasted-images.ts';
import type { ReadImage } from './read-image-file.ts';
import type { Size } from './redraw-image.ts';
import { insertInBatch, newBatch, whenUndone, type UndoBatch } from './undo-batch.ts';
import type { NewUpload, Uploads } from './uploads.ts';

/** Why an image is refused. `foreign`: it is on another site. `other-document`: this user cannot read its document. */
export type ImageRefusal = ImageProblem | 'foreign' | 'other-document';

export interface ImageDesk {
  /** Document whose folder receives the images. */
  readonly documentId: string;
  readonly uploads: Uploads;
  readonly read: (file: File) => Promise<ReadImage>;
  /** `name`: of the file; empty without one. */
  readonly onRefused: (refusal: ImageRefusal, name: string) => void;
  /** The image was scaled down to this size before upload. */
  readonly onMadeSmaller: (name: string, size: Size) => void;
  /** The element for the preview of an upload. */
  readonly hostOf: (id: string) => HTMLElement;
}

/** Uploads images that are pasted, dropped or chosen, and inserts each once it is stored. */
export const imageUploads = (desk: ImageDesk) =>
  Extension.create({
    name: 'imageUploads',
    addProseMirrorPlugins() {
      const { editor } = this;
      const inline = inlineImages();
      const start = (images: readonly CopiedImage[]): void => {
        const batch = newBatch(editor.state, true);
        stopWhenUndone(editor.view, desk, batch, images);
        for (const image of images) {
          const file = inline.take(image.path);
          if (file)
            void readInTurn(editor.view, desk, { file, id: image.id, batch, alt: image.attributes['alt'] });
          else startCopy(editor.view, desk, image, batch);
        }
      };
      return [
        imagePlaces(desk.hostOf),
        inline.plugin,
        takePictures(desk, inline.brought),
        copiedImages(desk.documentId, start),
      ];
    },
  });

export const takesImages = (editor: Editor): boolean =>
  editor.extensionManager.extensions.some(({ name }) => name === 'imageUploads');

/** Inserts at the selection, or at `pos`. Resolves when all files are read, not when they are uploaded. */
export async function addImages(
  view: EditorView,
  desk: ImageDesk,
  files: readonly File[],
  pos?: number,
): Promise<void> {
  const batch = newBatch(view.state);
  const placed = files.map((file) => ({ file: () => file, id: newId(), batch }));
  stopWhenUndone(view, desk, batch, placed);
  view.dispatch(
    addPlacesAt(
      view.state,
      placed.map(({ id }) => id),
      pos,
    ),
  );
  await Promise.all(placed.map((image) => readInTurn(view, desk, image)));
}

interface PlacedImage {
  /** Called when its turn comes. An image within pasted HTML is decoded only then. */
  readonly file: () => File;
  readonly id: string;
  readonly batch: UndoBatch;
  /** Description of an image within pasted HTML. */
  readonly alt?: unknown;
}

const readInTurn = (view: EditorView, desk: ImageDesk, image: PlacedImage): Promise<void> =>
  desk.uploads.whileReading(() => startImage(view, desk, image));

/** Removes the preview and aborts the upload. */
export function cancelImage(view: EditorView, desk: ImageDesk, id: string): void {
  desk.uploads.cancel(id);
  freePlace(view, id);
}

/** An undone paste takes the images along that are still on their way. */
function stopWhenUndone(
  view: EditorView,
  desk: ImageDesk,
  batch: UndoBatch,
  images: readonly { readonly id: string }[],
): void {
  whenUndone(view.state, batch, (isUndone) => {
    const open = view.isDestroyed ? [] : images.filter(({ id }) => hasPlace(view.state, id));
    if (isUndone) for (const { id } of open) cancelImage(view, desk, id);
    return !isUndone && open.length > 0;
  });
}

function freePlace(view: EditorView, id: string): void {
  readSelection(view);
  view.dispatch(removePlace(view.state, id));
}

async function startImage(view: EditorView, desk: ImageDesk, image: PlacedImage): Promise<void> {
  const { id, batch, alt = null } = image;
  if (view.isDestroyed || !hasPlace(view.state, id)) return;
  const file = image.file();
  const read = await desk.read(file);
  if (view.isDestroyed || !hasPlace(view.state, id)) return;
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
    attributes: { alt, pixelWidth: width, pixelHeight: height },
  };
  desk.uploads.add(upload, { onUploaded: () => insertImage(view, upload, batch) });
}

function startCopy(view: EditorView, desk: ImageDesk, image: CopiedImage, batch: UndoBatch): void {
  const { id, path: from, attributes } = image;
  const path = newImagePath(desk.documentId, id, extensionOfImage(from));
  const upload: NewUpload = { id, name: '', path, source: { kind: 'copy', path: from }, attributes };
  desk.uploads.add(upload, {
    onUploaded: () => insertImage(view, upload, batch),
    onFailed: (code) => {
      if (!CLOSED.has(code)) return;
      cancelImage(view, desk, id);
      desk.onRefused('other-document', '');
    },
  });
}

/** Errors that a retry cannot fix. */
const CLOSED: ReadonlySet<ApiErrorCode> = new Set(['forbidden', 'not_found', 'gone']);

/** Undoing removes the images of one paste and keeps the input around them. */
function insertImage(view: EditorView, upload: NewUpload, batch: UndoBatch): ApiErrorCode | null {
  const { id, path, attributes } = upload;
  if (!view.editable) return 'forbidden';
  readSelection(view);
  const tr = fillPlace(view.state, id, { ...attributes, src: path });
  if (!tr) throw new Error('the upload has no placeholder');
  insertInBatch(view, batch, () => view.dispatch(tr));
  return null;
}

function takePictures(desk: ImageDesk, brought: () => Pasted): Plugin {
  const take = (view: EditorView, pos?: number): boolean => {
    if (!view.editable) return false;
    const files = readImageFiles(brought());
    if (files.length > 0) {
      void addImages(view, desk, files, pos);
      return true;
    }
    if (lacksImages(brought())) desk.onRefused('foreign', '');
    return false;
  };
  return new Plugin({
    key: new PluginKey('takePictures'),
    props: {
      handlePaste: (view) => take(view),
      handleDrop: (view, event, _slice, moved) => {
        if (moved) return false;
        return take(view, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
      },
    },
  });
}
