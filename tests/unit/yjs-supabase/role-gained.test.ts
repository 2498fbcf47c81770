/** A page that gains edit permission after its binding changed the document without it (PROTOCOL.md, S5, S5a). */
import { afterEach, expect, test } from 'vitest';
import { createWorld, foldLog, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

test('nothing is sent before, and nothing is missing after', async () => {
  world = createWorld();
  const [vera, ann] = [world.open('vera', 'viewer'), world.open('ann')];
  await world.run(2000);
  vera.text.insert(0, 'by itself ');
  await world.run(5000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('');
  world.log.setRole('vera', 'editor');
  world.log.raiseEpoch();
  await world.run(20_000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('');
  vera.text.insert(vera.text.length, 'by vera');
  await world.run(5000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('by itself by vera');
  expect(ann.text.toJSON()).toBe('by itself by vera');
  expect(vera.provider.view).toMatchObject({ unsaved: 0, refused: null });
});

test('nothing is missing if the change came before the role was known', async () => {
  world = createWorld();
  const vera = world.open('vera', 'viewer');
  vera.text.insert(0, 'early ');
  await world.run(2000);
  expect(vera.provider.view.unsaved).toBe(0);
  world.log.setRole('vera', 'editor');
  world.log.raiseEpoch();
  await world.run(20_000);
  vera.text.insert(vera.text.length, 'and late');
  await world.run(5000);
  expect(foldLog(world.log).getText('text').toJSON()).toBe('early and late');
});

test('changes of an editor before the session was open stay unsaved when the right is lost', async () => {
  world = createWorld();
  world.logFault = (request) => (request === 'openSession' ? 'lost-request' : null);
  const edita = world.open('edita');
  await world.run(2000);
  expect(edita.provider.view).toMatchObject({ loaded: true, role: 'editor' });
  edita.text.insert(0, 'written with the right to');
  world.log.setRole('edita', 'viewer');
  world.log.raiseEpoch();
  await world.run(20_000);
  expect(edita.provider.view).toMatchObject({ role: 'viewer', unsaved: 1, refused: 'forbidden' });
});
