/** Which thread is active, and which is being written: state of one open document, shared by text, margin and panel. */
import type { NewAnchor } from './types.ts';

export interface DeskState {
  readonly active: string | null;
  /** Opened by a click or a key, not by the caret passing: on a narrow page, shown over the text. */
  readonly isOpen: boolean;
  /** The place of a new comment. */
  readonly draft: NewAnchor | null;
  /** A thread that lost its text, and the text that it is to be attached to once some is selected. */
  readonly attaching: { readonly thread: string; readonly anchor: NewAnchor | null } | null;
  /** Threads to print as endnotes; null unless this was asked for. */
  readonly printed: readonly string[] | null;
}

export interface Desk {
  readonly read: () => DeskState;
  readonly on: (listener: () => void) => () => void;
  readonly activate: (thread: string | null, isOpen?: boolean) => void;
  readonly begin: (anchor: NewAnchor) => void;
  readonly beginAttaching: (thread: string) => void;
  readonly aim: (anchor: NewAnchor | null) => void;
  readonly endAttaching: () => void;
  readonly print: (threads: readonly string[] | null) => void;
  readonly endDraft: () => void;
  readonly close: () => void;
}

export function openDesk(draft: NewAnchor | null = null): Desk {
  let state: DeskState = { active: null, isOpen: false, draft, attaching: null, printed: null };
  const listeners = new Set<() => void>();
  const set = (next: DeskState): void => {
    if (isSame(next, state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    activate: (active, isOpen = true) =>
      set({
        ...state,
        active,
        isOpen: active !== null && isOpen,
        attaching: state.attaching?.thread === active ? state.attaching : null,
      }),
    begin: (anchor) => set({ ...state, active: null, isOpen: true, draft: anchor, attaching: null }),
    beginAttaching: (thread) =>
      set({ ...state, active: thread, isOpen: true, attaching: { thread, anchor: null } }),
    aim: (anchor) => set({ ...state, attaching: state.attaching && { ...state.attaching, anchor } }),
    endAttaching: () => set({ ...state, attaching: null }),
    print: (printed) => set({ ...state, printed }),
    endDraft: () => set({ ...state, isOpen: false, draft: null }),
    close: () => set({ ...state, active: null, isOpen: false, attaching: null }),
  };
}

const isSame = (one: DeskState, other: DeskState): boolean =>
  one.active === other.active &&
  one.isOpen === other.isOpen &&
  one.draft === other.draft &&
  one.attaching === other.attaching &&
  one.printed === other.printed;
