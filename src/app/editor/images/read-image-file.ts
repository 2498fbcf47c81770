import { checkImageFile, HEAD_BYTES, type CheckedImage, type ImageProblem } from './image-file.ts';

export type ReadImage =
  | (CheckedImage & { readonly ok: true; readonly width: number; readonly height: number })
  | { readonly ok: false; readonly problem: ImageProblem };

/** Looks at the file's bytes and lets the browser draw it once: what it cannot draw, nobody else gets to see broken. */
export async function readImageFile(file: File): Promise<ReadImage> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const checked = checkImageFile(head, file.size);
  if (!checked.ok) return checked;
  const size = await measure(new Blob([file], { type: checked.type }));
  return size ? { ...checked, ...size } : { ok: false, problem: 'damaged' };
}

async function measure(picture: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
