/** The queue of changes of the list that wait for the server: what the list shows of them, and what follows a reply. Pure. */
import type { ApiErrorCode } from './api-error.ts';
import type { ListedDocument } from './listed-document.ts';
import { MAY_PASS } from './may-pass.ts';
import type { Waiting, WaitingAction } from './waiting-actions.ts';

export { ownActions } from './waiting-actions.ts';

interface Folder {
  readonly id: string;
  readonly name: string;
  readonly templateId: string | null;
}

/** `before`: what was shown, which has the titles of documents that the server does not list yet. */
export function showWaiting(
  documents: readonly ListedDocument[],
  { userId, actions }: Waiting,
  before: readonly ListedDocument[] = [],
): ListedDocument[] {
  let shown = [...documents];
  for (const action of actions) {
    if (action.kind !== 'create') {
      const change = changeOf(action);
      if (change) shown = shown.map((one) => (one.id === action.id ? { ...one, ...change } : one));
    } else if (!shown.some(({ id }) => id === action.id))
      shown = [before.find(({ id }) => id === action.id) ?? newRow(action, userId), ...shown];
  }
  return shown;
}

export function showWaitingFolders(folders: readonly Folder[], { actions }: Waiting): Folder[] {
  let shown = [...folders];
  for (const action of actions) {
    if (action.kind !== 'folder') continue;
    const { id, name } = action;
    const known = shown.find((one) => one.id === id);
    shown = shown.filter((one) => one !== known);
    if (name !== null) shown.push({ id, name, templateId: known?.templateId ?? null });
  }
  return shown;
}

/** The part of a row that shows a change; null if it is about something else. */
function changeOf(action: WaitingAction): Partial<ListedDocument> | null {
  if (action.kind === 'move') return { folderId: action.folderId };
  if (action.kind === 'favorite') return { favorite: action.favorite };
  if (action.kind === 'trash') return { deletedAt: action.isTrashed ? new Date(action.atMs) : null };
  return null;
}

const newRow = ({ id, atMs }: WaitingAction, ownerId: string): ListedDocument => ({
  id,
  title: '',
  role: 'owner',
  ownerId,
  // The list names nobody as owner of a document of one's own.
  ownerName: '',
  memberCount: 1,
  updatedAt: new Date(atMs),
  deletedAt: null,
  favorite: false,
  openedAt: new Date(atMs),
  folderId: null,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  here: [],
});

/** `done`: the server has it. `later`: it stays, and so does what comes after it. `refused`: it has to be told. */
export type Settled = 'done' | 'later' | 'refused';

/** `code`: of the refusal; null: the server has taken it. */
export function settle(action: WaitingAction, code: ApiErrorCode | null): Settled {
  if (code === null) return 'done';
  if (MAY_PASS.has(code)) return 'later';
  // The reply to an earlier attempt was lost.
  if (action.kind === 'trash' && action.isTrashed && code === 'gone') return 'done';
  return 'refused';
}

/** Without it they would be refused too: what waits for a document that was not created, and for a folder that was not saved. */
export const dependentOn = (refused: WaitingAction, actions: readonly WaitingAction[]): WaitingAction[] =>
  actions.filter((action) => {
    if (action.kind === refused.kind && action.id === refused.id) return false;
    if (refused.kind === 'create') return action.id === refused.id;
    return refused.kind === 'folder' && action.kind === 'move' && action.folderId === refused.id;
  });
