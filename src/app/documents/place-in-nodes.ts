/** Pictures and links of a text that moves into a document of its own. Pure. */
import { WHOLE_BLOCKS } from '#contract/formats/arriving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';

export interface StoredPicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

const pathOf = ({ type, attrs }: DocumentNode): string | null => {
  const src: unknown = attrs?.['src'];
  return type === 'image' && typeof src === 'string' ? src : null;
};

export function picturesIn(nodes: readonly DocumentNode[]): readonly string[] {
  const paths = new Set<string>();
  const visit = (node: DocumentNode): void => {
    const path = pathOf(node);
    if (path !== null) paths.add(path);
    childrenOf(node).forEach(visit);
  };
  nodes.forEach(visit);
  return [...paths];
}

/** Pictures of which a description will stand, by their places among `WHOLE_BLOCKS`. */
export function goneIn(
  nodes: readonly DocumentNode[],
  pictures: ReadonlyMap<string, StoredPicture | null>,
): ReadonlySet<number> {
  const gone = new Set<number>();
  let count = 0;
  const visit = (node: DocumentNode): void => {
    const path = pathOf(node);
    if (path !== null && !pictures.get(path)) gone.add(count);
    if (WHOLE_BLOCKS.has(node.type)) count += 1;
    childrenOf(node).forEach(visit);
  };
  nodes.forEach(visit);
  return gone;
}

/** Where a picture is not stored, a paragraph with its description stands. `linkTo`: null to leave a link out. */
export function replaceIn(
  nodes: readonly DocumentNode[],
  pictures: ReadonlyMap<string, StoredPicture | null>,
  linkTo: (href: string) => string | null,
): readonly DocumentNode[] {
  const marksOf = ({ marks }: DocumentNode): DocumentNode['marks'] =>
    marks?.flatMap((mark) => {
      if (mark.type !== 'link') return [mark];
      const { href } = mark.attrs as { readonly href?: unknown };
      const target = typeof href === 'string' ? linkTo(href) : null;
      return target === null ? [] : [{ ...mark, attrs: { ...mark.attrs, href: target } }];
    });
  const replace = (node: DocumentNode): DocumentNode => {
    const from = pathOf(node);
    if (from !== null) {
      const picture = pictures.get(from);
      if (picture) {
        const { path: src, width: pixelWidth, height: pixelHeight } = picture;
        return { ...node, attrs: { ...node.attrs, src, pixelWidth, pixelHeight } };
      }
      const alt: unknown = node.attrs?.['alt'];
      const content = typeof alt === 'string' && alt !== '' ? [{ type: 'text', text: alt }] : [];
      return { type: 'paragraph', content };
    }
    const marks = marksOf(node);
    const { marks: _, ...bare } = node;
    return {
      ...bare,
      ...(marks && marks.length > 0 ? { marks } : {}),
      ...(node.content ? { content: node.content.map(replace) } : {}),
    };
  };
  return nodes.map(replace);
}
