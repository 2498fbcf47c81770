import { expect, test, vi } from 'vitest';
import { askForCopies } from '../../../../../src/app/room/comments/ask-for-copies.ts';
import { createTestClock } from '../../../../support/test-clock.ts';

function open(rows: readonly { seq: number; client: number | null; heirs?: [] }[] = []) {
  const clock = createTestClock();
  const read = vi.fn(async (after: number) => rows.filter(({ seq }) => seq > after));
  const learn = vi.fn();
  const report = vi.fn();
  const mayRead = vi.fn(() => true);
  const asked = askForCopies({ mayRead, seen: async () => 120, read, learn, clock, report });
  const notice = (state: 'exact' | 'near'): void => asked.notice(new Map([['thread', state]]));
  return { ...asked, notice, clock, mayRead, read, learn, report };
}

test('a page that loses a thread asks the log for what was declared, from some rows before on', async () => {
  const { notice, clock, read, learn } = open([
    { seq: 119, client: 7, heirs: [] },
    { seq: 121, client: null, heirs: [] },
    { seq: 122, client: 8 },
  ]);
  notice('exact');
  await clock.advance(60_000);
  expect(read).not.toHaveBeenCalled();
  notice('near');
  await clock.advance(3000);
  expect(read).toHaveBeenCalledExactlyOnceWith(70);
  expect(learn).toHaveBeenCalledExactlyOnceWith(7, []);
});

test('it asks four times, each time for new rows only, however much others type', async () => {
  const { notice, clock, read } = open([{ seq: 122, client: 8 }]);
  notice('exact');
  for (let minutes = 0; minutes < 20; minutes += 1) {
    notice('near');
    await clock.advance(60_000);
  }
  expect(read.mock.calls).toEqual([[70], [122], [122], [122]]);
});

test('it asks once more after a restore, for threads that were lost long before', async () => {
  const { notice, askAgain, clock, read } = open();
  notice('exact');
  askAgain();
  await clock.advance(60_000);
  expect(read).not.toHaveBeenCalled();
  notice('near');
  await clock.advance(600_000);
  expect(read).toHaveBeenCalledTimes(4);
  askAgain();
  await clock.advance(3000);
  expect(read).toHaveBeenCalledTimes(5);
});

test('it asks no more once the thread is found, or the document is closed', async () => {
  const { notice, clock, read, close } = open();
  notice('exact');
  notice('near');
  await clock.advance(3000);
  notice('exact');
  await clock.advance(60_000);
  expect(read).toHaveBeenCalledTimes(2);
  notice('near');
  close();
  await clock.advance(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a thread that is lost when the page opens waits for the fold', async () => {
  const { notice, clock, read } = open();
  notice('near');
  await clock.advance(60_000);
  expect(read).not.toHaveBeenCalled();
});

test('a refusal is reported, and ends it', async () => {
  const { notice, clock, read, report } = open();
  const error = new Error('forbidden');
  read.mockRejectedValue(error);
  notice('exact');
  notice('near');
  await clock.advance(60_000);
  expect(report).toHaveBeenCalledExactlyOnceWith(error);
});

test('a page in a role that does not read the log asks nothing, until it has another role', async () => {
  const { notice, clock, mayRead, read, report } = open();
  mayRead.mockReturnValue(false);
  notice('exact');
  notice('near');
  await clock.advance(60_000);
  expect(read).not.toHaveBeenCalled();
  mayRead.mockReturnValue(true);
  notice('exact');
  notice('near');
  await clock.advance(3000);
  expect(read).toHaveBeenCalledOnce();
  expect(report).not.toHaveBeenCalled();
});
