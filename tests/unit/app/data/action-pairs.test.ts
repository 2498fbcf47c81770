// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type * as SignedIn from '../../../../src/app/data/signed-in-user.ts';
import { onRefusedAction, sendAllWaiting } from '../../../../src/app/data/send-waiting.ts';
import { keepAction, readActions, type ListAction } from '../../../../src/app/data/waiting-actions.ts';

/** The rules of the server: `supabase/schemas/{documents,lists,trash}.sql`. */
function createServer() {
  const documents = new Map<string, { folder: string | null; favorite: boolean; trashed: boolean }>();
  const folders = new Map<string, string>();
  const made: string[] = [];
  const refuse = (code: string): never => {
    throw new Error(code);
  };
  const readable = (id: string) => {
    const found = documents.get(id) ?? refuse('not_found');
    return found.trashed ? refuse('gone') : found;
  };
  const answers: Record<string, (args: Record<string, unknown>) => unknown> = {
    create_document: ({ p_key }) => {
      const id = idOf(String(p_key));
      if (!documents.has(id)) {
        documents.set(id, { folder: null, favorite: false, trashed: false });
        made.push(id);
      }
      return { id };
    },
    save_folder: ({ p_folder, p_name }) => void folders.set(String(p_folder), String(p_name)),
    delete_folder: ({ p_folder }) => {
      folders.delete(String(p_folder));
      for (const one of documents.values()) if (one.folder === p_folder) one.folder = null;
    },
    move_to_folder: ({ p_document, p_folder }) => {
      const document = readable(String(p_document));
      if (p_folder !== null && !folders.has(String(p_folder))) refuse('not_found');
      document.folder = p_folder as string | null;
    },
    set_favorite: ({ p_document, p_favorite }) => {
      readable(String(p_document)).favorite = p_favorite === true;
    },
    delete_document: ({ p_document }) => {
      readable(String(p_document)).trashed = true;
    },
    restore_document: ({ p_document }) => {
      const document = documents.get(String(p_document));
      if (!document?.trashed) return refuse('forbidden');
      document.trashed = false;
    },
    trashed_by: ({ p_document }) => {
      const document = documents.get(String(p_document)) ?? refuse('not_found');
      return document.trashed ? { userId: ANN, name: 'Ann', isErased: false } : null;
    },
  };
  return { documents, folders, made, answers };
}

const ANN = '00000000-0000-4000-8000-000000000001';
const idOf = (key: string): string => key.replace('key', 'document').replace(/^document.*$/, NEW);
const OLD = '00000000-0000-4000-8000-00000000000a';
const NEW = '00000000-0000-4000-8000-00000000000b';

let server = createServer();
/** Whether requests arrive, and replies. */
let line: 'whole' | 'none' | 'no replies' = 'whole';

vi.mock('../../../../src/app/data/signed-in-user.ts', (): typeof SignedIn => ({
  signedInUserId: () => '00000000-0000-4000-8000-000000000001',
}));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: Record<string, unknown>) => ({ abortSignal: () => ask(name, args) }),
  }),
}));

function ask(name: string, args: Record<string, unknown>) {
  const lost = Promise.resolve({ data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 });
  if (line === 'none') return lost;
  let reply: { data: unknown; error: { message: string } | null; status: number };
  try {
    reply = { data: server.answers[name]!(args) ?? null, error: null, status: 200 };
  } catch (error) {
    reply = { data: null, error: { message: (error as Error).message }, status: 400 };
  }
  return line === 'no replies' ? lost : Promise.resolve(reply);
}

const told: string[] = [];
onRefusedAction(({ kind }, { code }) => told.push(`${kind}: ${code}`));

beforeEach(() => {
  localStorage.clear();
  told.length = 0;
  server = createServer();
  server.documents.set(OLD, { folder: null, favorite: false, trashed: false });
  server.folders.set('f', 'F');
});

const create: ListAction = { kind: 'create', id: NEW, key: 'key', language: 'cs' };
const folder = (name: string | null, id = 'g'): ListAction => ({ kind: 'folder', id, name });
const move = (folderId: string | null, id = OLD): ListAction => ({ kind: 'move', id, folderId });
const favorite = (is: boolean, id = OLD): ListAction => ({ kind: 'favorite', id, favorite: is });
const trash = (isTrashed: boolean, id = OLD): ListAction => ({ kind: 'trash', id, isTrashed });

const PAIRS: readonly (readonly [string, readonly ListAction[], object])[] = [
  ['trash, restored', [trash(true), trash(false)], { old: { trashed: false } }],
  ['trash, restored, trash', [trash(true), trash(false), trash(true)], { old: { trashed: true } }],
  ['trash twice', [trash(true), trash(true)], { old: { trashed: true } }],
  ['restored, never in the trash', [trash(false)], { old: { trashed: false } }],
  ['moved, moved elsewhere', [folder('G'), move('f'), move('g')], { old: { folder: 'g' } }],
  ['moved, moved out', [move('f'), move(null)], { old: { folder: null } }],
  ['starred, not starred', [favorite(true), favorite(false)], { old: { favorite: false } }],
  [
    'moved and starred, trash',
    [move('f'), favorite(true), trash(true)],
    { old: { folder: 'f', trashed: true } },
  ],
  ['a new folder renamed', [folder('G'), folder('H')], { folders: { f: 'F', g: 'H' } }],
  ['into a new folder, which is renamed', [folder('G'), move('g'), folder('H')], { old: { folder: 'g' } }],
  ['a new folder deleted', [folder('G'), folder(null)], { folders: { f: 'F' } }],
  ['into a new folder, which is deleted', [folder('G'), move('g'), folder(null)], { old: { folder: null } }],
  ['into a folder that is deleted', [move('f'), folder(null, 'f')], { old: { folder: null }, folders: {} }],
  ['created, trash', [create, trash(true, NEW)], { made: { trashed: true } }],
  ['created, trash, restored', [create, trash(true, NEW), trash(false, NEW)], { made: { trashed: false } }],
  ['created in a new folder', [folder('G'), create, move('g', NEW)], { made: { folder: 'g' } }],
  ['created, then its folder', [create, folder('G'), move('g', NEW)], { made: { folder: 'g' } }],
  ['created and starred', [create, favorite(true, NEW)], { made: { favorite: true } }],
];

const found = () => ({
  old: server.documents.get(OLD),
  made: server.documents.get(NEW),
  folders: Object.fromEntries(server.folders),
});

test.each(PAIRS)(
  '%s without a line: the server has the last of it, and refuses nothing',
  async (_name, actions, wanted) => {
    for (const action of actions) expect(keepAction(ANN, action)).not.toBeNull();
    line = 'whole';
    expect(await sendAllWaiting()).toBeNull();
    expect(found()).toMatchObject(wanted);
    expect(told).toEqual([]);
    expect(readActions(ANN)).toEqual([]);
  },
);

test.each(PAIRS)('%s, where every reply is lost at first: the same', async (_name, actions, wanted) => {
  for (const action of actions) {
    keepAction(ANN, action);
    line = 'no replies';
    expect((await sendAllWaiting())?.code).toBe('unreachable');
  }
  line = 'none';
  expect((await sendAllWaiting())?.code).toBe('unreachable');
  line = 'whole';
  expect(await sendAllWaiting()).toBeNull();
  expect(found()).toMatchObject(wanted);
  expect(told).toEqual([]);
  expect(server.made.length).toBeLessThanOrEqual(1);
  expect(readActions(ANN)).toEqual([]);
});

test('what another device has erased is told once', async () => {
  keepAction(ANN, favorite(true));
  server.documents.delete(OLD);
  line = 'whole';
  expect(await sendAllWaiting()).toBeNull();
  expect(told).toEqual(['favorite: not_found']);
  expect(readActions(ANN)).toEqual([]);
});

test('a document that is still in the trash is not taken for restored', async () => {
  server.documents.get(OLD)!.trashed = true;
  server.answers.restore_document = () => {
    throw new Error('forbidden');
  };
  keepAction(ANN, trash(false));
  line = 'whole';
  await sendAllWaiting();
  expect(told).toEqual(['trash: forbidden']);
});
