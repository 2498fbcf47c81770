import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createWorld, foldLog, type World } from '../../support/provider-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const logged = (): string => foldLog(world.log).getText('text').toJSON();

test('updates that a failover lost are appended again by their tab, with its next change (S18b, S18c)', async () => {
  const ann = world.open('ann');
  await world.run(1000);
  for (const word of ['one ', 'two ', 'three ']) {
    ann.text.insert(ann.text.length, word);
    await world.run(2000);
  }
  expect(world.log.rows).toHaveLength(3);
  world.log.setBack(2);
  ann.text.insert(ann.text.length, 'four');
  await world.run(3000);
  expect(logged()).toBe('one two three four');
  expect(world.log.rows.map((row) => row.counter)).toEqual([1, 2, 3, 4]);
  expect(ann.provider.view).toMatchObject({ unsaved: 0, refused: null, behind: false });
});

test('lost updates are appended again even without a new change, and reach every client (S18a, S18b)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(1000);
  ann.text.insert(0, 'Written by Ann. ');
  await world.run(2000);
  ben.text.insert(ben.text.length, 'Written by Ben.');
  await world.run(2000);
  world.log.setBack(2);
  expect(logged()).toBe('');
  await world.run(40_000);
  expect(logged()).toBe('Written by Ann. Written by Ben.');
  // A row of another session now has the `seq` of a lost one; clients that had applied that `seq` must read it all the
  // same.
  const cleo = world.open('cleo');
  await world.run(2000);
  for (const { text } of [ann, ben, cleo]) expect(text.toJSON()).toBe('Written by Ann. Written by Ben.');
});

test('a row with the `seq` of a lost one is read (S18b)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(1000);
  ann.text.insert(0, 'Ann. ');
  await world.run(2000);
  ann.provider.destroy();
  await world.run(2000);
  world.log.setBack(1);
  await world.run(20_000);
  const cleo = world.open('cleo');
  await world.run(1000);
  cleo.text.insert(0, 'Cleo. ');
  await world.run(20_000);
  expect(ben.text.toJSON()).toContain('Cleo.');
  expect(ben.provider.view.behind).toBe(false);
});

test('replies that arrive out of order are not taken for a failover (S18a)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(1000);
  const loads = world.log.count('load');
  for (let round = 0; round < 300; round += 1) {
    (round % 2 === 0 ? ann : ben).text.insert(0, 'x');
    await world.run(97);
  }
  await world.run(5000);
  expect(ann.text.toJSON()).toBe(ben.text.toJSON());
  expect(world.log.count('load') - loads).toBeLessThan(100);
  const twice = world.log.rows.map((row) => `${row.sessionId}/${row.counter}`);
  expect(new Set(twice).size).toBe(twice.length);
});

test('a log that was set back and has grown again to the same length is recognised (S18, S18a)', async () => {
  const ann = world.open('ann');
  const ben = world.open('ben');
  await world.run(1000);
  ann.text.insert(0, 'Lost and found. ');
  await world.run(2000);
  ben.provider.destroy();
  world.log.setBack(1);
  world.log.write('import', updateOf('Meanwhile. '));
  await world.run(20_000);
  expect(ann.text.toJSON()).toContain('Meanwhile. ');
  expect(logged()).toContain('Lost and found. ');
  expect(ann.text.toJSON()).toBe(logged());
});

test('a log that was set back and has grown further before the next poll is recognised (S18a)', async () => {
  const ann = world.open('ann');
  await world.run(1000);
  for (const word of ['one ', 'two ']) {
    ann.text.insert(ann.text.length, word);
    await world.run(2000);
  }
  world.log.setBack(1);
  world.log.write('import', updateOf('Meanwhile. '));
  world.log.write('import', updateOf('And then. '));
  await world.run(20_000);
  for (const words of ['one two ', 'Meanwhile. ', 'And then. ']) expect(logged()).toContain(words);
  expect(ann.text.toJSON()).toBe(logged());
});

function updateOf(words: string): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('text').insert(0, words);
  return Y.encodeStateAsUpdate(doc);
}
