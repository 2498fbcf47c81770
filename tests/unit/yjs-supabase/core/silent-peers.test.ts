/** Peers whose line has failed. Realtime shows them for another minute. */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { listHere } from '../../../../src/yjs-supabase/src/core/people.ts';
import type { Outcome } from '../../../../src/yjs-supabase/src/index.ts';
import { answerRoster, hearPeer, openJoined, OWN, PEER, type Core } from '../../../support/open-core.ts';
import { createWorld, type World } from '../../../support/provider-world.ts';

/** A head reply that names these sessions, with the clock not moved. */
function reply(core: Core, silent?: readonly string[]) {
  core.send({ kind: 'timer', name: 'poll' });
  const facts = { role: 'editor', mayEdit: true, generation: 1, epoch: 1, head: 0, chain: '' };
  const value = { ...facts, rows: null, snapshot: { seq: 0, digest: '' }, ...(silent && { silent }) };
  return core.send({ kind: 'head-read', request: core.asked('read-head'), outcome: { ok: true, value } });
}

function openKnown(): Core {
  const core = openJoined();
  core.send({ kind: 'present', sessions: [OWN, PEER] });
  answerRoster(core);
  return core;
}

const isSilent = (core: Core): boolean =>
  listHere(core.state, 0).find(({ sessionId }) => sessionId === PEER)?.isSilent === true;

test('a present peer that the log names is silent, and its cursor says so (A10, A10a)', () => {
  const core = openKnown();
  expect(isSilent(core)).toBe(false);
  const [list] = [listHere(core.state, 0)];
  const effects = reply(core, [PEER]);
  expect(isSilent(core)).toBe(true);
  expect(effects).toContainEqual({
    kind: 'name-cursors',
    roster: [expect.objectContaining({ sessionId: PEER, isSilent: true })],
  });
  expect(listHere(core.state, 0).map(({ sessionId }) => sessionId)).toEqual(
    list.map(({ sessionId }) => sessionId),
  );
  // Lists are compared by their entries.
  expect(listHere(core.state, 0)[0]).toBe(listHere(core.state, 0)[0]);
  expect(reply(core, [PEER]).filter(({ kind }) => kind === 'name-cursors')).toEqual([]);
});

test('a frame of the last twenty seconds outweighs the log (A10a)', () => {
  const core = openKnown();
  hearPeer(core, 'awareness');
  core.pass(19_000);
  reply(core, [PEER]);
  expect(isSilent(core)).toBe(false);
  core.pass(1000);
  reply(core, [PEER]);
  expect(isSilent(core)).toBe(true);
});

test.each([
  ['a frame arrives', (core: Core) => hearPeer(core, 'awareness')],
  ['text arrives', (core: Core) => hearPeer(core, 'update')],
  ['the log has heard of it', (core: Core) => void reply(core, [])],
  ['a log without the list replies', (core: Core) => void reply(core)],
  [
    'it enters presence again',
    (core: Core) => {
      core.send({ kind: 'present', sessions: [OWN] });
      core.send({ kind: 'present', sessions: [OWN, PEER] });
    },
  ],
])('a silent peer no longer is when %s (A10b)', (_, act) => {
  const core = openKnown();
  reply(core, [PEER]);
  act(core);
  expect(isSilent(core)).toBe(false);
});

test('a session that is not present is not listed because the log names it', () => {
  const core = openKnown();
  core.send({ kind: 'present', sessions: [OWN] });
  reply(core, [PEER]);
  expect(listHere(core.state, 0).map(({ sessionId }) => sessionId)).not.toContain(PEER);
});

let world: World | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});

const pending = (): Promise<Outcome<never>> => new Promise(() => undefined);

test('a peer without a line is marked within 35 s, one that only rests never', async () => {
  const opened = createWorld();
  world = opened;
  opened.log.setRole('ann', 'editor');
  const annLog = opened.log.as('ann');
  let isCut = false;
  const ann = opened.open('ann', 'editor', {
    log: { ...annLog, head: (request) => (isCut ? pending() : annLog.head(request)) },
  });
  const [ben, eve] = [opened.open('ben'), opened.open('eve', 'viewer')];
  await opened.run(1000);
  ann.provider.awareness.setLocalStateField('cursor', null);
  await opened.run(1000);
  const silentTo = (): readonly string[] =>
    ben.provider.people.filter((one) => one.isSilent).map(({ userId }) => userId);
  const cursorOfAnn = (): unknown => ben.provider.awareness.getStates().get(ann.doc.clientID)?.['user'];
  for (let passed = 0; passed < 600; passed += 1) {
    await opened.run(1000);
    expect(silentTo()).toEqual([]);
  }
  isCut = true;
  let passed = 0;
  for (; silentTo().length === 0 && passed < 60; passed += 1) await opened.run(1000);
  expect(passed).toBeGreaterThanOrEqual(5);
  expect(passed).toBeLessThanOrEqual(36);
  expect(silentTo()).toEqual(['ann']);
  expect(cursorOfAnn()).toMatchObject({ isSilent: true });
  expect(eve.provider.people.filter((one) => one.isSilent).map(({ userId }) => userId)).toEqual(['ann']);
  const here = Y.createRelativePositionFromTypeIndex(ann.text, 0);
  ann.provider.awareness.setLocalStateField('cursor', { anchor: here, head: here });
  await opened.run(100);
  expect(silentTo()).toEqual([]);
  expect(cursorOfAnn()).not.toHaveProperty('isSilent');
});
