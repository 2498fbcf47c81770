import type { LeavingText, Picture } from '#contract/formats/leaving-text.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { readPicture } from '../schema/image.ts';

/** By path, in the order of the text. One that cannot be loaded is a loss each time it stands there. */
export async function loadPictures(
  { doc, loadPicture }: Pick<LeavingText, 'doc' | 'loadPicture'>,
  book: LossBook,
): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const [block, top] of childrenOf(doc).entries())
    for (const image of imagesIn(top)) {
      const { path, alt } = readPicture(image.attrs ?? {});
      const picture = path === null ? null : (pictures.get(path) ?? (await loadPicture(path)));
      if (path !== null && picture) pictures.set(path, picture);
      else book.note('picture', 'lost', alt ?? '', block);
    }
  return pictures;
}

const imagesIn = (node: DocumentNode): readonly DocumentNode[] =>
  node.type === 'image' ? [node] : childrenOf(node).flatMap(imagesIn);
