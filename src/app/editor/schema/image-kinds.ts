/** Image formats that a document may contain. */
const KINDS = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;

export type ImageExtension = keyof typeof KINDS;
export type ImageType = (typeof KINDS)[ImageExtension];

const EXTENSIONS = ['png', 'jpg', 'gif', 'webp', 'avif'] as const satisfies readonly ImageExtension[];
export const IMAGE_TYPES: readonly ImageType[] = Object.values(KINDS);

export const typeOf = (extension: ImageExtension): ImageType => KINDS[extension];

/** The format that the browser reports for a drawn image. */
export function kindOfType(type: string): { readonly extension: ImageExtension; readonly type: ImageType } {
  const extension = EXTENSIONS.find((one) => KINDS[one] === type);
  if (extension === undefined) throw new Error(`not an image type: ${type}`);
  return { extension, type: KINDS[extension] };
}

export const readExtension = (text: string): ImageExtension | null =>
  EXTENSIONS.find((one) => one === text) ?? null;
