/** Placeholders for images being uploaded: local decorations that move with the text. */
import type { Node, NodeType, ResolvedPos } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export interface Place {
  readonly id: string;
  readonly pos: number;
}

type PlaceChange = { readonly add: readonly Place[] } | { readonly remove: string };

const key = new PluginKey<readonly Place[]>('imagePlaces');

/** `hostOf` returns the element for the preview of an upload; always the same one per id. */
export function imagePlaces(hostOf: (id: string) => HTMLElement): Plugin {
  return new Plugin({
    key,
    state: { init: (): readonly Place[] => [], apply: movePlaces },
    props: {
      decorations: (state) => {
        const places = placesIn(state);
        if (places.length === 0) return null;
        const widgets = places.map(({ id, pos }, index) =>
          Decoration.widget(pos, () => hostOf(id), {
            key: id,
            side: index,
            ignoreSelection: true,
            stopEvent: () => true,
          }),
        );
        return DecorationSet.create(state.doc, widgets);
      },
    },
  });
}

/** Placeholders next to the selection, or to `pos`. */
export function addPlacesAt(
  state: EditorState,
  ids: readonly string[],
  pos = state.selection.to,
): Transaction {
  const place = findPlace(state.doc.resolve(pos), imageType(state));
  return addPlaces(
    state.tr,
    ids.map((id) => ({ id, pos: place })),
  ).setMeta('addToHistory', false);
}

export const hasPlace = (state: EditorState, id: string): boolean =>
  placesIn(state).some((place) => place.id === id);

/** Positions refer to the document after `tr`. */
export function addPlaces(tr: Transaction, add: readonly Place[]): Transaction {
  const change: PlaceChange = { add };
  return tr.setMeta(key, change);
}

export function removePlace(state: EditorState, id: string): Transaction {
  const change: PlaceChange = { remove: id };
  return state.tr.setMeta(key, change).setMeta('addToHistory', false);
}

/** Puts the image at its placeholder and removes that; null when there is none. */
export function fillPlace(
  state: EditorState,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
): Transaction | null {
  const place = placesIn(state).find((one) => one.id === id);
  if (!place) return null;
  const image = imageType(state);
  const pos = findPlace(state.doc.resolve(place.pos), image);
  const change: PlaceChange = { remove: id };
  return state.tr.insert(pos, image.create(attributes)).setMeta(key, change);
}

const placesIn = (state: EditorState): readonly Place[] => key.getState(state) ?? [];

function imageType({ schema }: EditorState): NodeType {
  const image = schema.nodes['image'];
  if (!image) throw new Error('the schema has no image');
  return image;
}

function movePlaces(tr: Transaction, places: readonly Place[]): readonly Place[] {
  const change: PlaceChange | undefined = tr.getMeta(key);
  if (!change && (places.length === 0 || !tr.docChanged)) return places;
  const removed = change && 'remove' in change ? places.findIndex(({ id }) => id === change.remove) : -1;
  const moved = places.map(({ id, pos }, index) => ({
    id,
    // Several images at one position keep their order, whichever upload finishes first.
    pos: tr.mapping.map(pos, removed !== -1 && index > removed ? 1 : -1),
  }));
  if (removed !== -1) moved.splice(removed, 1);
  return change && 'add' in change ? [...moved, ...change.add] : moved;
}

/** Finds the place of an image: instead of an empty line, otherwise behind the innermost block that an image may follow. */
function findPlace($pos: ResolvedPos, image: NodeType): number {
  if (mayStand($pos.parent, $pos.index(), image)) return $pos.pos;
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const parent = $pos.node(depth - 1);
    const isEmptyLine = depth === $pos.depth && $pos.parent.content.size === 0;
    if (isEmptyLine && mayStand(parent, $pos.index(depth - 1), image)) return $pos.before(depth);
    if (mayStand(parent, $pos.indexAfter(depth - 1), image)) return $pos.after(depth);
  }
  return $pos.doc.content.size;
}

const mayStand = (parent: Node, index: number, image: NodeType): boolean =>
  !parent.isTextblock && parent.canReplaceWith(index, index, image);
