/**
 * The name above a remote caret is shown for a moment after its user moves it. Inserted text moves a caret too, and
 * its client then reports a new place. So only a place that the text does not explain counts as moved.
 */
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { DecorationSet } from '@tiptap/pm/view';
import { yCursorPluginKey, ySyncPluginKey } from '@tiptap/y-tiptap';

interface Places {
  /** Last drawn position by client, mapped through later changes of the text. */
  readonly at: ReadonlyMap<number, number>;
  /** Clients whose carets the last change has moved. */
  readonly moved: readonly number[];
}

const SHOWN_MS = 2000;
const key = new PluginKey<Places>('caretLabels');

/** Marks the clients whose carets this transaction draws again. */
export const drawnFor = (tr: Transaction, clients: ReadonlySet<number>): Transaction =>
  tr.setMeta(key, clients);

/** Must come after the plugin that draws the carets. */
export function caretLabels(shown: Set<number>, onChange: (clientId: number) => void): Plugin<Places> {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const change = (clientId: number, isShown: boolean): void => {
    if (isShown) shown.add(clientId);
    else shown.delete(clientId);
    onChange(clientId);
  };
  const show = ({ moved }: Places): void => {
    for (const clientId of moved) {
      clearTimeout(timers.get(clientId));
      timers.set(
        clientId,
        setTimeout(() => change(clientId, false), SHOWN_MS),
      );
      change(clientId, true);
    }
  };
  return new Plugin({
    key,
    state: {
      init: (_, state) => place({ at: new Map(), moved: [] }, state, () => true),
      apply: (tr, places, _, state) => {
        const clients: ReadonlySet<number> = tr.getMeta(key) ?? NONE;
        const isTheirs = isTheirChange(tr);
        const carried = carry(places, tr);
        return isTheirs || clients.size > 0
          ? place(carried, state, (clientId) => isTheirs || clients.has(clientId))
          : carried;
      },
    },
    view: ({ state }) => {
      show(placesIn(state));
      return {
        update: (view, before) => {
          if (placesIn(view.state) !== placesIn(before)) show(placesIn(view.state));
        },
        destroy: () => timers.forEach((timer) => clearTimeout(timer)),
      };
    },
  });
}

const NONE: ReadonlySet<number> = new Set();

function placesIn(state: EditorState): Places {
  const places = key.getState(state);
  if (!places) throw new Error('the caretLabels plugin is missing');
  return places;
}

/** Local undo also arrives through the shared text. */
function isTheirChange(tr: Transaction): boolean {
  const change: { isUndoRedoOperation?: boolean } | undefined = tr.getMeta(ySyncPluginKey);
  return tr.docChanged && isChangeOrigin(tr) && change?.isUndoRedoOperation !== true;
}

function carry({ at, moved }: Places, { docChanged, mapping }: Transaction): Places {
  if (!docChanged || at.size === 0) return moved.length === 0 ? { at, moved } : { at, moved: [] };
  return { at: new Map([...at].map(([clientId, pos]) => [clientId, mapping.map(pos, -1)])), moved: [] };
}

/** Reads the drawn places again; only carets for which `isRead` holds count as moved by their users. */
function place({ at }: Places, state: EditorState, isRead: (clientId: number) => boolean): Places {
  const next = new Map([...at].filter(([clientId]) => !isRead(clientId)));
  const moved: number[] = [];
  const drawn: DecorationSet | undefined = yCursorPluginKey.getState(state);
  for (const { from, spec } of drawn?.find() ?? []) {
    const clientId = Number((spec as { key?: string }).key);
    if (Number.isNaN(clientId) || !isRead(clientId)) continue;
    next.set(clientId, from);
    if (at.get(clientId) !== from) moved.push(clientId);
  }
  return { at: next, moved };
}

/** Drawn positions of the remote carets, by Yjs client id. */
export const caretPlaces = (state: EditorState): ReadonlyMap<number, number> => placesIn(state).at;
