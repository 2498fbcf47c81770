/** A page that cannot load its document retries at short intervals, however long it has tried. */
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

test(
  'a document that could not be loaded for an hour is loaded within ten seconds after the server is back',
  { timeout: 90_000 },
  async () => {
    world = createWorld();
    world.logFault = (request) => (request === 'load' ? 'lost-request' : null);
    const people = Array.from({ length: 8 }, (_, at) => world.open(`person ${at}`));
    await world.run(3_600_000);
    world.logFault = () => null;
    await world.run(10_000);
    expect(people.map(({ provider }) => provider.view.loaded)).not.toContain(false);
  },
);
