import { expect, test } from 'vitest';
import { createWorld } from '../../support/provider-world.ts';

test('onStep receives each event with the state and the effects that it led to', async () => {
  const world = createWorld();
  const steps: { event: string; running: boolean; effects: readonly string[] }[] = [];
  world.open('ann', 'editor', {
    onStep: (event, { running }, effects) =>
      steps.push({ event: event.kind, running, effects: effects.map(({ kind }) => kind) }),
  });
  await world.run(1000);
  expect(steps[0]).toMatchObject({ event: 'connect', running: true });
  expect(steps[0]?.effects).toEqual(expect.arrayContaining(['open-session', 'pull']));
  expect(steps.map(({ event }) => event)).toContain('session-opened');
  world.close();
});

test('an exception of onStep does not keep the effects from being carried out', async () => {
  const world = createWorld();
  const ann = world.open('ann', 'editor', {
    connect: false,
    onStep: (event) => {
      if (event.kind === 'connect') throw new Error('tracer');
    },
  });
  expect(() => ann.provider.connect()).toThrow('tracer');
  await world.run(1000);
  expect(ann.provider.view.phase).toBe('open');
  world.close();
});
