/**
 * A caret may arrive before the text that it stands behind: they travel on two lanes, and text waits for the device of its
 * author. The library draws no caret whose place it cannot find. Here it stays where it was until the text is there.
 */
import type { Plugin, StateField } from '@tiptap/pm/state';
import type { Decoration, DecorationSet } from '@tiptap/pm/view';
import { yCursorPluginKey } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';

/** Changes the plugin that draws the carets. */
export function keepEarlyCarets(plugins: readonly Plugin[], awareness: Awareness): void {
  for (const { spec } of plugins)
    if (spec.key === yCursorPluginKey) spec.state = keeping(spec.state, awareness);
}

function keeping(
  library: StateField<DecorationSet> | undefined,
  awareness: Awareness,
): StateField<DecorationSet> | undefined {
  if (!library) throw new Error('the library draws no carets');
  return {
    ...library,
    apply(tr, before, oldState, state) {
      const drawn = library.apply.call(this, tr, before, oldState, state);
      if (drawn === before) return drawn;
      const found = new Set(caretsIn(drawn).map(clientOf));
      const isMissing = (client: number): boolean =>
        !found.has(client) && awareness.getStates().get(client)?.['cursor'] != null;
      if (!caretsIn(before).some((caret) => isMissing(clientOf(caret)))) return drawn;
      const moved = caretsIn(before.map(tr.mapping, tr.doc));
      return drawn.add(
        tr.doc,
        moved.filter((caret) => isMissing(clientOf(caret))),
      );
    },
  };
}

const caretsIn = (drawn: DecorationSet): Decoration[] =>
  drawn.find(undefined, undefined, (spec: { readonly key?: string }) => spec.key !== undefined);

const clientOf = ({ spec }: Decoration): number => Number((spec as { readonly key?: string }).key);
