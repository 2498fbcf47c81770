import { describe, expect, test } from 'vitest';
import type { ApiErrorCode } from '../../../../src/app/data/api-error.ts';
import type { ListedDocument } from '../../../../src/app/data/listed-document.ts';
import { dependentOn, settle, showWaiting, showWaitingFolders } from '../../../../src/app/data/list-queue.ts';
import { sendAll, sendOf, type SendingPorts } from '../../../../src/app/data/send-actions.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type { ListAction, WaitingAction } from '../../../../src/app/data/waiting-actions.ts';

const listed = (id: string, more: Partial<ListedDocument> = {}): ListedDocument => ({
  id,
  title: `Title of ${id}`,
  role: 'owner',
  ownerId: 'ann',
  ownerName: 'Ann',
  memberCount: 1,
  updatedAt: new Date(0),
  deletedAt: null,
  favorite: false,
  openedAt: null,
  folderId: null,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  here: [],
  ...more,
});

let count = 0;
const waiting = (action: ListAction): WaitingAction => ({ ...action, atMs: (count += 1) });
const create = (id: string): WaitingAction =>
  waiting({ kind: 'create', id, key: `key of ${id}`, language: 'cs' });
const move = (id: string, folderId: string | null): WaitingAction => waiting({ kind: 'move', id, folderId });
const trash = (id: string, isTrashed: boolean): WaitingAction => waiting({ kind: 'trash', id, isTrashed });
const favorite = (id: string): WaitingAction => waiting({ kind: 'favorite', id, favorite: true });
const folder = (id: string, name: string | null): WaitingAction => waiting({ kind: 'folder', id, name });
const of = (...actions: WaitingAction[]) => ({ userId: 'ann', actions });

describe('the list shows what waits', () => {
  test('a created document stands first, once, and what follows is done to it', () => {
    const actions = of(create('new'), move('new', 'work'), favorite('new'));
    const shown = showWaiting([listed('old')], actions);
    expect(shown.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(shown[0]).toMatchObject({
      role: 'owner',
      ownerId: 'ann',
      folderId: 'work',
      favorite: true,
      title: '',
    });
    expect(showWaiting(shown, actions)).toEqual(shown);
  });

  test('a created document keeps its title when the server’s list comes without it', () => {
    const before = [listed('new', { title: 'Typed in the tunnel' })];
    expect(showWaiting([], of(create('new')), before)[0]?.title).toBe('Typed in the tunnel');
  });

  test('a document that the server lists is shown as it lists it', () => {
    expect(showWaiting([listed('new')], of(create('new')))).toEqual([listed('new')]);
  });

  test('a change of a document that is not listed changes nothing', () => {
    expect(showWaiting([listed('old')], of(move('gone', 'work')))).toEqual([listed('old')]);
  });

  test('the trash, and back from it', () => {
    const trashed = trash('old', true);
    expect(showWaiting([listed('old')], of(trashed))[0]?.deletedAt).toEqual(new Date(trashed.atMs));
    expect(
      showWaiting([listed('old', { deletedAt: new Date(1) })], of(trash('old', false)))[0]?.deletedAt,
    ).toBeNull();
  });

  test('a folder that is deleted is gone', () => {
    const known = [{ id: 'work', name: 'Work', templateId: null }];
    expect(showWaitingFolders(known, of(folder('work', null)))).toEqual([]);
  });

  test('folders are added and renamed, and keep their template', () => {
    const known = [{ id: 'work', name: 'Work', templateId: 'letter' }];
    expect(
      showWaitingFolders(known, of(folder('work', 'Práce'), folder('home', 'Home'), create('new'))),
    ).toEqual([
      { id: 'work', name: 'Práce', templateId: 'letter' },
      { id: 'home', name: 'Home', templateId: null },
    ]);
  });
});

describe('a reply', () => {
  test.each([
    'unreachable',
    'unavailable',
    'internal',
    'rate_limited',
    'unauthenticated',
    'unexpected_reply',
  ] as const)('%s may pass', (code) => expect(settle(move('a', null), code)).toBe('later'));
  test.each(['forbidden', 'not_found', 'gone', 'bad_request', 'too_large'] as const)(
    '%s is a refusal',
    (code) => expect(settle(move('a', null), code)).toBe('refused'),
  );
  test('a reply that was lost is no refusal', () => {
    expect(settle(trash('a', true), 'gone')).toBe('done');
    expect(settle(trash('a', false), 'not_found')).toBe('refused');
    expect(settle(trash('a', true), 'not_found')).toBe('refused');
    expect(settle(trash('a', false), 'gone')).toBe('refused');
  });
});

test('what depends on a refused creation or folder goes with it', () => {
  const [made, moved, other, saved, into] = [
    create('a'),
    move('a', 'f'),
    favorite('b'),
    folder('f', 'F'),
    move('b', 'f'),
  ];
  const all = [made, moved, other, saved, into];
  expect(dependentOn(made, all)).toEqual([moved]);
  expect(dependentOn(saved, all)).toEqual([moved, into]);
  expect(dependentOn(other, all)).toEqual([]);
});

describe('sending', () => {
  /** A server that answers each attempt by its plan, else takes it. */
  function play(
    actions: WaitingAction[],
    answer: (action: ListAction, attempt: number) => ApiErrorCode | null,
  ) {
    const queue = [...actions];
    const [taken, told, attempts]: [string[], string[], string[]] = [[], [], []];
    const name = ({ kind, id }: ListAction): string => `${kind} ${id}`;
    const alone: string[] = [];
    const ports: SendingPorts = {
      read: () => queue,
      drop: (action) => {
        const at = queue.indexOf(action);
        if (at >= 0) queue.splice(at, 1);
      },
      send: async (action) => {
        attempts.push(name(action));
        const code = answer(action, attempts.filter((one) => one === name(action)).length);
        await Promise.resolve();
        if (code !== null) throw new ApiError({ code, status: 400 });
        taken.push(name(action));
      },
      refused: (action, { code }) => told.push(`${name(action)}: ${code}`),
      alone: async (id, run) => {
        alone.push(id);
        return run();
      },
    };
    const run = async () => (await sendAll(ports))?.code ?? null;
    return { run, ports, queue, taken, told, attempts, alone };
  }

  test('in order, each once, alone for each document', async () => {
    const world = play([create('a'), move('a', null), trash('b', true)], () => null);
    expect(await world.run()).toBeNull();
    expect(world.taken).toEqual(['create a', 'move a', 'trash b']);
    expect(world.alone).toEqual(['a', 'b']);
    expect(world.told).toEqual([]);
    expect(world.queue).toEqual([]);
  });

  test('a folder goes before what is moved into it, although it was renamed later', async () => {
    const world = play([create('a'), move('a', 'f'), favorite('a'), folder('f', 'F')], () => null);
    expect(await world.run()).toBeNull();
    expect(world.taken).toEqual(['create a', 'folder f', 'move a', 'favorite a']);
  });

  test('without a line nothing passes one that has to wait, and nothing is dropped', async () => {
    const world = play([create('a'), move('a', null), favorite('b')], ({ kind }, attempt) =>
      kind === 'move' && attempt === 1 ? 'unreachable' : null,
    );
    expect(await world.run()).toBe('unreachable');
    expect(world.queue.map(({ kind }) => kind)).toEqual(['move', 'favorite']);
    expect(await world.run()).toBeNull();
    expect(world.taken).toEqual(['create a', 'move a', 'favorite b']);
  });

  test('what the server cannot do for one document holds back only that one', async () => {
    const world = play([create('a'), move('a', 'f'), folder('f', 'F'), favorite('b')], ({ kind }) =>
      kind === 'create' ? 'internal' : null,
    );
    expect(await world.run()).toBe('internal');
    expect(world.taken).toEqual(['folder f', 'favorite b']);
    expect(world.queue.map(({ kind }) => kind)).toEqual(['create', 'move']);
  });

  test('a refusal is told once, and the rest goes on', async () => {
    const world = play([folder('f', 'F'), move('a', 'f'), move('b', 'f'), favorite('b')], ({ kind }) =>
      kind === 'folder' ? 'too_large' : null,
    );
    expect(await world.run()).toBeNull();
    expect(world.told).toEqual(['folder f: too_large']);
    expect(world.attempts).toEqual(['folder f', 'favorite b']);
    expect(world.queue).toEqual([]);
  });

  test('a role that was taken away', async () => {
    const world = play([move('a', null), favorite('b')], ({ id }) => (id === 'a' ? 'forbidden' : null));
    await world.run();
    expect(world.told).toEqual(['move a: forbidden']);
    expect(world.taken).toEqual(['favorite b']);
  });

  test('for one document only some kinds may go, and nothing is locked where there are none', async () => {
    const world = play([create('a'), trash('a', true), favorite('b')], () => null);
    expect(await sendOf('a', world.ports, ({ kind }) => kind === 'create')).toBeNull();
    expect(await sendOf('b', world.ports, ({ kind }) => kind === 'create')).toBeNull();
    expect(world.taken).toEqual(['create a']);
    expect(world.alone).toEqual(['a']);
  });
});
