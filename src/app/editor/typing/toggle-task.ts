import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';

const TASK = 'taskItem';

/** Checks the selected tasks, or unchecks them when all are checked. False when there is none. */
export function toggleTask({ state, view }: Editor): boolean {
  const { doc, selection, tr } = state;
  const places = new Set<number>();
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    const place = node.isTextblock ? taskAround(doc.resolve(position)) : null;
    if (place !== null) places.add(place);
  });
  if (places.size === 0) return false;
  const areDone = [...places].every((place) => doc.nodeAt(place)?.attrs['checked'] === true);
  for (const place of places) tr.setNodeAttribute(place, 'checked', !areDone);
  view.dispatch(tr);
  return true;
}

/** The position before the innermost task. */
function taskAround(place: ResolvedPos): number | null {
  for (let depth = place.depth; depth > 0; depth -= 1)
    if (place.node(depth).type.name === TASK) return place.before(depth);
  return null;
}
