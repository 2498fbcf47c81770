/**
 * Updates that wait for others are applied once these have arrived, in the page's document and in every document that the
 * contract's function makes (PROTOCOL.md, S8b).
 */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { applyTogether } from '../../../../src/yjs-supabase/src/doc/apply-together.ts';
import { makeDelivery, textOf } from '../../../support/delivery-orders.ts';

const [ORDERS, LIMIT_MS] = process.env['SPOLU_TEST_ALL'] === undefined ? [250, 20_000] : [20_000, 600_000];

const readers = { applyTogether, applyUpdates };

/** docs/decisions/0049: everything is there after the second update, and Yjs alone leaves both waiting. */
function smallestFault(): readonly [early: Uint8Array, late: Uint8Array] {
  const [ann, ben] = [new Y.Doc(), new Y.Doc()];
  ann.clientID = 1;
  ben.clientID = 2;
  const [anns, bens]: [Uint8Array[], Uint8Array[]] = [[], []];
  ann.getText('text').insert(0, 'a');
  anns.push(Y.encodeStateAsUpdate(ann));
  Y.applyUpdate(ben, anns[0]!);
  ben.getText('text').insert(1, 'b');
  bens.push(Y.encodeStateAsUpdate(ben, Y.encodeStateVector(ann)));
  Y.applyUpdate(ann, bens[0]!);
  ann.on('update', (update: Uint8Array) => void anns.push(update));
  ann.getText('text').insert(2, 'c');
  ann.getText('text').insert(0, 'd');
  return [Y.mergeUpdates([bens[0]!, anns[2]!]), Y.mergeUpdates([anns[0]!, anns[1]!])];
}

test('Yjs alone leaves updates waiting that have everything they need', () => {
  const doc = new Y.Doc();
  for (const update of smallestFault()) Y.applyUpdate(doc, update);
  expect([textOf(doc), doc.store.pendingStructs === null]).toEqual(['a', false]);
});

describe.each(Object.entries(readers))('%s', (_, apply) => {
  test('applies what waits as soon as it can', () => {
    const doc = new Y.Doc();
    for (const update of smallestFault()) apply(doc, [update], null);
    expect([textOf(doc), doc.store.pendingStructs]).toEqual(['dabc', null]);
  });

  test(
    'lets nothing wait after any order of delivery',
    () => {
      const wrong: number[] = [];
      for (let seed = 1; seed <= ORDERS; seed += 1) {
        const { updates, text } = makeDelivery(seed, 20 + (seed % 40));
        const doc = new Y.Doc();
        for (let at = 0; at < updates.length; at += 1 + (seed % 3))
          apply(doc, updates.slice(at, at + 1 + (seed % 3)), null);
        const isWhole = doc.store.pendingStructs === null && doc.store.pendingDs === null;
        if (!isWhole || textOf(doc) !== text) wrong.push(seed);
      }
      expect(wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  test('lets wait what depends on text that is not there, with its origin', () => {
    const [early] = smallestFault();
    const doc = new Y.Doc();
    const origins: unknown[] = [];
    doc.on('afterTransaction', ({ origin }: Y.Transaction) => void origins.push(origin));
    apply(doc, [early], 'log');
    expect([textOf(doc), doc.store.pendingStructs === null, new Set(origins)]).toEqual([
      '',
      false,
      new Set(['log']),
    ]);
  });
});
