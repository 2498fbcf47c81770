/** Many small updates that together build a tower too deep for any editor (PROTOCOL.md, W9). */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createUpdateGate } from '../../../supabase/functions/_shared/contract/update-gate.ts';
import { admit, dropWaiting } from '../../../src/yjs-supabase/src/doc/admit.ts';
import { createWorld, type Client, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

const root = ({ doc }: Client) => doc.getXmlFragment('default');

function openGated(name: string): Client {
  return world.open(name, 'editor', { gate: createUpdateGate() });
}

function depthOf(fragment: Y.XmlFragment): number {
  let depth = 0;
  for (let part: unknown = fragment.get(0); part instanceof Y.XmlElement; part = part.get(0)) depth += 1;
  return depth;
}

async function build(client: Client, levels: number, step: number): Promise<void> {
  let top: Y.XmlFragment = root(client);
  for (let level = 0; level < levels; level += step) {
    client.doc.transact(() => {
      for (let at = 0; at < step; at += 1) {
        const next = new Y.XmlElement('blockquote');
        top.insert(0, [next]);
        top = next;
      }
    });
    await world.run(2500);
  }
}

test('a tower is left out live and from the log, and peers can go on writing (W9, W9a)', async () => {
  world = createWorld();
  const [ann, ben] = [openGated('ann'), openGated('ben')];
  // Eve's page has no gate.
  const eve = world.open('eve');
  await world.run(2000);
  await build(eve, 200, 20);
  expect(depthOf(root(eve))).toBe(200);
  expect(depthOf(root(ben))).toBe(60);
  const late = openGated('cid');
  await world.run(3000);
  expect(depthOf(root(late))).toBe(60);
  root(ann).insert(1, [new Y.XmlElement('paragraph')]);
  await world.run(3000);
  for (const client of [ben, late]) expect(root(client).length).toBe(2);
  for (const { provider } of [ann, ben, late])
    expect(provider.view).toMatchObject({ phase: 'open', ended: null, unsaved: 0, behind: false });
});

test('a local tower is not appended and is reported as not saved (W9e)', async () => {
  world = createWorld();
  const [ann, ben] = [openGated('ann'), openGated('ben')];
  await world.run(2000);
  await build(ann, 80, 20);
  expect(ann.provider.view.refused).toBe('update_rejected');
  expect(ann.provider.view.unsaved).toBeGreaterThan(0);
  expect(depthOf(root(ben))).toBe(60);
  expect(ben.provider.view.ended).toBeNull();
});

test('a tower that arrives before its base is dropped before the base is applied (W9c)', async () => {
  world = createWorld();
  const [ann, eve] = [world.open('ann'), world.open('eve')];
  await world.run(2000);
  await build(ann, 40, 40);
  eve.doc.transact(() => {
    let top = root(eve).get(0) as Y.XmlElement;
    while (top.get(0) instanceof Y.XmlElement) top = top.get(0) as Y.XmlElement;
    for (let level = 0; level < 40; level += 1) {
      const next = new Y.XmlElement('blockquote');
      top.insert(0, [next]);
      top = next;
    }
  });
  await world.run(3000);
  const [ground, tower] = world.log.rows.slice(-2).map((row) => row.bytes) as [Uint8Array, Uint8Array];
  const gate = createUpdateGate();
  const doc = new Y.Doc();
  for (const bytes of [tower, ground]) {
    const admitted = admit([{ bytes, source: 'log', clientId: null }], gate, 1e6);
    dropWaiting(doc, admitted?.banned ?? []);
    for (const update of admitted?.good ?? []) Y.applyUpdate(doc, update.bytes);
  }
  expect(depthOf(doc.getXmlFragment('default'))).toBe(40);
  expect(doc.store.pendingStructs).toBeNull();
  const together = admit(
    [tower, ground].map((bytes) => ({ bytes, source: 'log', clientId: null })),
    createUpdateGate(),
    1e6,
  );
  expect(together).toMatchObject({ good: [{ bytes: ground }], rejected: [tower] });
});
