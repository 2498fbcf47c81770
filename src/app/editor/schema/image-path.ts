/** Storage path of an image: `<document id>/<image id>.<extension>`. Documents store this path, never an address. */
import { readExtension, type ImageExtension } from './image-kinds.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(`^(${ID})/${ID}\\.(?:png|jpg|gif|webp|avif)$`);

export const newImagePath = (documentId: string, imageId: string, extension: ImageExtension): string =>
  `${documentId}/${imageId}.${extension}`;

/** Validates the path, which peers can set to anything. */
export const isImagePath = (path: unknown): path is string => typeof path === 'string' && PATH.test(path);

/** Id of the document that owns the image. */
export const documentOfImage = (path: string): string | null => PATH.exec(path)?.[1] ?? null;

export function extensionOfImage(path: string): ImageExtension {
  const extension = isImagePath(path) ? readExtension(path.slice(path.lastIndexOf('.') + 1)) : null;
  if (extension === null) throw new Error('not an image path');
  return extension;
}
