import type { LeavingText, Picture } from '#contract/formats/leaving-text.ts';
import { isAttribute } from '#contract/document-grammar.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';

/** Downloads at once. */
const AT_ONCE = 4;

/** The pictures of a text by path, without those that cannot be loaded. */
export async function loadPictures({
  doc,
  loadPicture,
}: Pick<LeavingText, 'doc' | 'loadPicture'>): Promise<ReadonlyMap<string, Picture>> {
  const paths = [...new Set(pathsIn(doc))];
  const pictures = new Map<string, Picture>();
  const load = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const picture = await loadPicture(path);
      if (picture) pictures.set(path, picture);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, load));
  return pictures;
}

function* pathsIn(node: DocumentNode): Generator<string> {
  const src = node.attrs?.['src'];
  if (node.type === 'image' && typeof src === 'string' && isAttribute('image', 'src', src)) yield src;
  for (const child of childrenOf(node)) yield* pathsIn(child);
}
