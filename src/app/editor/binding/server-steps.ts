/**
 * Makes a change that the server made for this user, such as a restore, one undo step among those of the text. It is
 * undone first until the user writes again.
 */
import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

export interface ServerStep {
  readonly id: string;
  /** Requests the reverse change from the server. */
  readonly takeBack: () => Promise<Reversed>;
}

/** `again` reverses the reversal; null when the server had nothing to change. */
type Reversed = { readonly ok: false } | { readonly ok: true; readonly again: ServerStep | null };

type StackItem = Y.UndoManager['undoStack'][number];
type Direction = 'undo' | 'redo';

interface PlacedStep {
  readonly step: ServerStep;
  /** Text steps that come after it in undo order. */
  readonly later: ReadonlySet<StackItem>;
}

/** Mutable: the text steps of Yjs are not part of the editor state either. */
interface Steps {
  readonly undo: PlacedStep[];
  readonly redo: PlacedStep[];
  isBusy: boolean;
}

const key = new PluginKey<Steps>('serverSteps');

const managerOf = (state: EditorState): Y.UndoManager =>
  (yUndoPluginKey.getState(state) as { undoManager: Y.UndoManager }).undoManager;

const stackOf = (manager: Y.UndoManager, direction: Direction): StackItem[] =>
  direction === 'undo' ? manager.undoStack : manager.redoStack;

export const ServerSteps = Extension.create({
  name: 'serverSteps',
  addCommands() {
    const take =
      (direction: Direction) =>
      () =>
      ({ editor, state, tr, dispatch }: CommandProps): boolean => {
        tr.setMeta('preventDispatch', true);
        const steps = key.getState(state);
        const manager = managerOf(state);
        if (!steps || steps.isBusy) return true;
        const last = steps[direction].at(-1);
        if (!dispatch) return last !== undefined || stackOf(manager, direction).length > 0;
        if (takeText(manager, direction, last)) return true;
        if (last) void takeBack(editor, steps, direction);
        return last !== undefined;
      };
    return { undo: take('undo'), redo: take('redo') };
  },
  addProseMirrorPlugins: () => [
    new Plugin<Steps>({
      key,
      state: { init: () => ({ undo: [], redo: [], isBusy: false }), apply: (_, steps) => steps },
      view: ({ state }) => {
        const manager = managerOf(state);
        const forgetRedo = ({ type }: { type: Direction }): void => {
          if (type === 'undo' && !manager.redoing) key.getState(state)?.redo.splice(0);
        };
        manager.on('stack-item-added', forgetRedo);
        return { destroy: () => manager.off('stack-item-added', forgetRedo) };
      },
    }),
  ],
});

interface CommandProps {
  readonly editor: Editor;
  readonly state: EditorState;
  readonly tr: EditorState['tr'];
  readonly dispatch: ((args?: unknown) => unknown) | undefined;
}

/**
 * Undoes or redoes the next text step before `last`; false when there is none. Yjs skips steps without effect, but
 * must not skip `last`.
 */
function takeText(manager: Y.UndoManager, direction: Direction, last: PlacedStep | undefined): boolean {
  const stack = stackOf(manager, direction);
  const kept = last ? stack.splice(0, stack.filter((step) => last.later.has(step)).length) : [];
  try {
    return manager[direction]() !== null;
  } finally {
    stack.unshift(...kept);
  }
}

async function takeBack(editor: Editor, steps: Steps, direction: Direction): Promise<void> {
  const last = steps[direction].pop();
  if (!last) return;
  steps.isBusy = true;
  const reversed = await last.step.takeBack();
  steps.isBusy = false;
  if (!reversed.ok) steps[direction].push(last);
  else if (reversed.again) place(editor, reversed.again, direction === 'undo' ? 'redo' : 'undo');
  show(editor);
}

function place({ state }: Editor, step: ServerStep, direction: Direction): void {
  const manager = managerOf(state);
  // Later input must not join the step before it.
  manager.stopCapturing();
  const later = new Set(stackOf(manager, direction));
  key.getState(state)?.[direction].push({ step, later });
}

/** Dispatches, so that buttons show whether undo is possible. */
function show(editor: Editor): void {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false));
}

export function addServerStep(editor: Editor, step: ServerStep): void {
  key.getState(editor.state)?.redo.splice(0);
  place(editor, step, 'undo');
  show(editor);
}

/** For a step that was reversed elsewhere. */
export function dropServerStep(editor: Editor, id: string): void {
  const steps = key.getState(editor.state);
  if (!steps) return;
  for (const list of [steps.undo, steps.redo]) {
    const at = list.findIndex(({ step }) => step.id === id);
    if (at !== -1) list.splice(at, 1);
  }
  show(editor);
}

/** Number of server steps that can be undone and redone. */
export function countServerSteps(state: EditorState): Readonly<Record<Direction, number>> {
  const steps = key.getState(state);
  return { undo: steps?.undo.length ?? 0, redo: steps?.redo.length ?? 0 };
}
