import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { IDLE_MS, indexWhenIdle } from '../../../../src/app/room/index-when-idle.ts';
import { createTestClock } from '../../../support/test-clock.ts';

function open() {
  const doc = new Y.Doc();
  const clock = createTestClock();
  const asked: boolean[] = [];
  const index = indexWhenIdle(doc, clock, (leaving) => asked.push(leaving));
  const write = (): void => doc.getText('t').insert(0, 'x');
  const receive = (): void => {
    const other = new Y.Doc();
    other.getText('t').insert(0, 'y');
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  };
  return { clock, asked, index, write, receive };
}

test('a page that wrote asks once, a minute after its last change', async () => {
  const { clock, asked, write } = open();
  write();
  await clock.advance(IDLE_MS - 1);
  write();
  await clock.advance(IDLE_MS - 1);
  expect(asked).toEqual([]);
  await clock.advance(1);
  expect(asked).toEqual([false]);
  await clock.advance(10 * IDLE_MS);
  expect(asked).toEqual([false]);
});

test('a page after which others wrote leaves it to them', async () => {
  const { clock, asked, index, write, receive } = open();
  write();
  receive();
  await clock.advance(2 * IDLE_MS);
  index.leave();
  expect(asked).toEqual([]);
});

test('a page that is left asks at once, and not again', async () => {
  const { clock, asked, index, write } = open();
  index.leave();
  write();
  index.leave();
  index.leave();
  await clock.advance(2 * IDLE_MS);
  expect(asked).toEqual([true]);
});

test('a closed page asks no more', async () => {
  const { clock, asked, index, write } = open();
  write();
  index.close();
  write();
  await clock.advance(2 * IDLE_MS);
  expect(asked).toEqual([]);
});
