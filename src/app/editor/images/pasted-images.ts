/** Which pictures come with what is pasted or dropped. */
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { documentOfImage } from './image-path.ts';

/** Files, unless they are only a picture of words that came along: office programs add one to what they copy. */
export function readImageFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files];
  if (files.length === 0) return [];
  const html = parse(data);
  return html && html.textContent.trim() !== '' ? [] : files;
}

/** Pictures that lie elsewhere, and so stay out of the document. */
export const bringsForeignImages = (data: DataTransfer): boolean =>
  parse(data)?.querySelector('img[src]:not([data-src])') != null;

/** Without scripts, and nothing in it is loaded. */
function parse(data: DataTransfer): HTMLElement | null {
  const html = data.getData('text/html');
  return html === '' ? null : new DOMParser().parseFromString(html, 'text/html').body;
}

/** The same slice when all its images are those of this document: others may be closed to people who read this one. */
export function stripForeignDocuments(slice: Slice, documentId: string): Slice {
  const content = strip(slice.content, documentId);
  return content === slice.content ? slice : new Slice(content, slice.openStart, slice.openEnd);
}

function strip(content: Fragment, documentId: string): Fragment {
  const before: Node[] = [];
  content.forEach((node) => before.push(node));
  const after = before
    .filter((node) => !isForeign(node, documentId))
    .map((node) => {
      const inner = strip(node.content, documentId);
      return inner === node.content ? node : node.copy(inner);
    });
  const isSame = after.length === before.length && after.every((node, index) => node === before[index]);
  return isSame ? content : Fragment.fromArray(after);
}

function isForeign({ type, attrs }: Node, documentId: string): boolean {
  const src: unknown = attrs['src'];
  return type.name === 'image' && (typeof src !== 'string' || documentOfImage(src) !== documentId);
}
