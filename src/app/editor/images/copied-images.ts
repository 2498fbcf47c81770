/**
 * Replaces pasted images of another document with placeholders for copies, in the same step. Files belong to one
 * document, and readers of this one may lack access to the other.
 */
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { newId } from '../../data/new-id.ts';
import { documentOfImage } from '../schema/image-path.ts';
import { addPlaces, type Place } from './image-places.ts';

export interface CopiedImage {
  readonly id: string;
  /** Path in the other document's folder. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Calls `copy` for the images of a paste once their placeholders are in the document. */
export function copiedImages(documentId: string, copy: (images: readonly CopiedImage[]) => void): Plugin {
  const pasted = new Map<string, CopiedImage>();
  let placed: CopiedImage[] = [];
  return new Plugin({
    key: new PluginKey('copiedImages'),
    props: {
      transformPasted: (slice) => {
        pasted.clear();
        const content = mark(slice.content, documentId, pasted);
        return content === slice.content ? slice : new Slice(content, slice.openStart, slice.openEnd);
      },
    },
    appendTransaction: (transactions, _before, state) => {
      if (pasted.size === 0 || !transactions.some(({ docChanged }) => docChanged)) return null;
      const { tr, images } = takeOut(state, pasted);
      pasted.clear();
      placed = images;
      return images.length === 0 ? null : tr;
    },
    view: () => ({
      update: () => {
        const images = placed;
        placed = [];
        if (images.length > 0) copy(images);
      },
    }),
  });
}

/**
 * Gives images of other documents a temporary `src`, by which `takeOut` finds them. Returns the same fragment when
 * there are none.
 */
function mark(content: Fragment, documentId: string, pasted: Map<string, CopiedImage>): Fragment {
  const before: Node[] = [];
  content.forEach((node) => before.push(node));
  const after = before.map((node) => {
    const src: unknown = node.attrs['src'];
    const owner = node.type.name === 'image' && typeof src === 'string' ? documentOfImage(src) : null;
    if (owner !== null && owner !== documentId) {
      const image = { id: newId(), path: String(src), attributes: { ...node.attrs } };
      pasted.set(markOf(image), image);
      return node.type.create({ ...node.attrs, src: markOf(image) });
    }
    const inner = mark(node.content, documentId, pasted);
    return inner === node.content ? node : node.copy(inner);
  });
  return after.every((node, index) => node === before[index]) ? content : Fragment.fromArray(after);
}

const markOf = ({ id }: CopiedImage): string => `copy:${id}`;

interface TakenOut {
  readonly tr: Transaction;
  readonly images: CopiedImage[];
}

function takeOut(state: EditorState, pasted: ReadonlyMap<string, CopiedImage>): TakenOut {
  const { tr } = state;
  const images: CopiedImage[] = [];
  const places: Place[] = [];
  state.doc.descendants((node, pos, parent, index) => {
    const image = node.type.name === 'image' ? pasted.get(String(node.attrs['src'])) : undefined;
    if (!image || !parent) return;
    const at = tr.mapping.map(pos);
    // Leaves an empty line where the image was the only content.
    if (parent.canReplace(index, index + 1)) tr.delete(at, at + node.nodeSize);
    else tr.replaceWith(at, at + node.nodeSize, state.schema.nodes['paragraph']?.create() ?? []);
    images.push(image);
    places.push({ id: image.id, pos: at });
  });
  return { tr: addPlaces(tr, places), images };
}
