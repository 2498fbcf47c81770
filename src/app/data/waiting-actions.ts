/**
 * Changes of the user's list that the server may not have yet: one entry of `localStorage` for each document and kind, so that
 * two tabs never overwrite each other's, and a later change replaces an earlier one.
 */
import type { Language } from '#contract/languages.ts';
import { clearKeptLists } from './kept-lists.ts';
import { orNull } from './or-null.ts';
import { signedInUserId } from './signed-in-user.ts';
import { ACTIONS_PREFIX } from './waiting-mark.ts';

export interface Creation {
  readonly kind: 'create';
  readonly id: string;
  /** `id` is derived from it (`new-document-id.ts`). */
  readonly key: string;
  readonly language: Language;
}

/** `id`: of the document or folder. Each can be sent twice. */
export type ListAction =
  | Creation
  /** `name` is null when the folder is deleted. */
  | { readonly kind: 'folder'; readonly id: string; readonly name: string | null }
  | { readonly kind: 'move'; readonly id: string; readonly folderId: string | null }
  | { readonly kind: 'favorite'; readonly id: string; readonly favorite: boolean }
  | { readonly kind: 'trash'; readonly id: string; readonly isTrashed: boolean };

export type WaitingAction = ListAction & { readonly atMs: number };

/** A later one may have replaced it. */
export const isSame = (one: WaitingAction, other: WaitingAction): boolean =>
  one.kind === other.kind && one.id === other.id && one.atMs === other.atMs;

/** Those of a user. */
export interface Waiting {
  readonly userId: string;
  readonly actions: readonly WaitingAction[];
}

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

const keyOf = (userId: string, { id, kind }: Pick<ListAction, 'id' | 'kind'>): string =>
  `${ACTIONS_PREFIX}${userId}:${id}:${kind}`;

/** In the order in which they were made. Nothing if the browser blocks storage. */
export function readActions(userId: string): readonly WaitingAction[] {
  const prefix = `${ACTIONS_PREFIX}${userId}:`;
  const entries = orNull(() => Object.entries<string>(localStorage)) ?? [];
  return entries
    .flatMap(([key, text]) =>
      key.startsWith(prefix) ? (orNull(() => JSON.parse(text) as WaitingAction) ?? []) : [],
    )
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** Of the signed-in user; none while nobody is. */
export function ownActions(): Waiting {
  const userId = signedInUserId();
  return { userId: userId ?? '', actions: userId === null ? [] : readActions(userId) };
}

/** Documents that the server may not have yet. */
export const createdHere = (userId: string): ReadonlySet<string> =>
  new Set(readActions(userId).flatMap(({ kind, id }) => (kind === 'create' ? [id] : [])));

/** The creation of a document that the server may not have yet. */
export function readCreation(userId: string, id: string): (Creation & WaitingAction) | null {
  const text = orNull(() => localStorage.getItem(keyOf(userId, { id, kind: 'create' })));
  return text === null ? null : orNull(() => JSON.parse(text) as Creation & WaitingAction);
}

/** Null if the browser does not store it. Lists, which the server has too, make room for it. */
export function keepAction(userId: string, action: ListAction, nowMs = Date.now()): WaitingAction | null {
  const kept = store(userId, action, nowMs);
  if (kept === null) return null;
  // A folder that is deleted leaves its documents where there is no folder.
  if (action.kind === 'folder' && action.name === null)
    for (const one of readActions(userId))
      if (one.kind === 'move' && one.folderId === action.id) store(userId, { ...one, folderId: null }, nowMs);
  tell();
  return kept;
}

function store(userId: string, action: ListAction, nowMs: number): WaitingAction | null {
  const last = readActions(userId).at(-1)?.atMs ?? 0;
  // A clock that was set back must not change the order.
  const waiting: WaitingAction = { ...action, atMs: Math.max(nowMs, last + 1) };
  const write = (): true | null =>
    orNull(() => {
      localStorage.setItem(keyOf(userId, action), JSON.stringify(waiting));
      return true;
    });
  if (write() === null) {
    clearKeptLists(userId);
    if (write() === null) return null;
  }
  return waiting;
}

/** Unless a later one has replaced it. */
export function dropAction(userId: string, { atMs, ...action }: WaitingAction): void {
  const key = keyOf(userId, action);
  const text = orNull(() => localStorage.getItem(key));
  const now = text === null ? null : orNull(() => JSON.parse(text) as WaitingAction);
  if (now?.atMs !== atMs) return;
  orNull(() => localStorage.removeItem(key));
  tell();
}

/** Calls the listener after changes by this tab, or by another. */
export function onWaitingActions(listener: () => void): () => void {
  const take = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(ACTIONS_PREFIX)) listener();
  };
  listeners.add(listener);
  addEventListener('storage', take);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', take);
  };
}

/** On signing out. */
export function clearActions(userId: string): void {
  for (const action of readActions(userId)) orNull(() => localStorage.removeItem(keyOf(userId, action)));
}
