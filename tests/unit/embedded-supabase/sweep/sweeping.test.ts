import { expect, test } from 'vitest';
import { sweepProject, type Swept } from '../../../../src/embedded-supabase/sweep/sweep-project.ts';
import { startSweeping } from '../../../../src/embedded-supabase/sweep/sweeping.ts';

/** A fake timer: callbacks that wait, and a way to run them. */
function openClock() {
  const waiting = new Map<() => void, number>();
  return {
    after: (delayMs: number, run: () => void) => {
      waiting.set(run, delayMs);
      return () => void waiting.delete(run);
    },
    delays: () => [...waiting.values()],
    /** Runs the waiting callbacks, and everything that follows from them at once. */
    pass: async () => {
      const due = [...waiting.keys()];
      waiting.clear();
      for (const run of due) run();
      await new Promise((done) => setTimeout(done));
    },
  };
}

const MINUTE = 60_000;

test('sweeps a minute after the start, then every hour, and no more once it is stopped', async () => {
  const clock = openClock();
  let sweeps = 0;
  const sweep = async () => void (sweeps += 1);
  const sweeping = startSweeping({ sweep, after: clock.after, report: () => undefined });
  expect(clock.delays()).toEqual([MINUTE]);
  await clock.pass();
  expect([sweeps, clock.delays()]).toEqual([1, [60 * MINUTE]]);
  await clock.pass();
  expect(sweeps).toBe(2);
  await sweeping.stop();
  expect(clock.delays()).toEqual([]);
});

test('a failed sweep is reported, and the next one runs in its time', async () => {
  const clock = openClock();
  const reported: unknown[] = [];
  const sweep = () => Promise.reject(new Error('no database'));
  startSweeping({ sweep, after: clock.after, report: (error) => reported.push(error) });
  await clock.pass();
  expect(String((reported[0] as Error).cause)).toContain('no database');
  expect(clock.delays()).toEqual([60 * MINUTE]);
});

test('stop waits for the running sweep, whose failure is not reported', async () => {
  const clock = openClock();
  const reported: unknown[] = [];
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((_done, reject) => (fail = reject));
  const sweeping = startSweeping({
    sweep: () => promise,
    after: clock.after,
    report: (e) => reported.push(e),
  });
  await clock.pass();
  let stopped = false;
  const stopping = sweeping.stop().then(() => (stopped = true));
  await new Promise((done) => setTimeout(done));
  expect(stopped).toBe(false);
  fail(new Error('the database was closed'));
  await stopping;
  expect([reported, clock.delays()]).toEqual([[], []]);
});

/** Answers as the database would: whether there is a sweep, then `more` times that there is more. */
const databaseOf = (has: boolean, more: number) => {
  const asked: string[] = [];
  let left = more;
  const query: Swept['database']['query'] = async (text) => {
    asked.push(text);
    const row = text.includes('to_regprocedure') ? { has } : { answer: { more: (left -= 1) >= 0 } };
    return { rows: [row] as never[], rowCount: 1 };
  };
  return { asked, query };
};

test.each([
  ['a project without a sweep', false, 0, 0],
  ['nothing to sweep', true, 0, 1],
  ['more than one call may sweep', true, 3, 4],
  ['more than one sweep may do', true, 1000, 100],
])('%s: the expected number of calls', async (_what, has, more, calls) => {
  const database = databaseOf(has, more);
  const called: string[] = [];
  const callFunction = async (name: string) => (
    called.push(name),
    Response.json(name === 'sweep-search' ? { indexed: 0, left: 0 } : {})
  );
  await sweepProject({ database, callFunction });
  expect(database.asked.filter((text) => text.startsWith('select public.sweep')).length).toBe(calls);
  expect(called).toEqual(has ? ['sweep-files', 'sweep-search'] : []);
});

test.each([
  ['all are indexed', [2, 1, 0], 3],
  ['none of those that are left can be indexed', [3, 3], 2],
])('texts are indexed until %s', async (_what, left, calls) => {
  let at = -1;
  const callFunction = async (name: string) => {
    if (name !== 'sweep-search') return Response.json({});
    at += 1;
    return Response.json({ indexed: left[at] === left[at - 1] ? 0 : 1, left: left[at] });
  };
  await sweepProject({ database: databaseOf(true, 0), callFunction });
  expect(at + 1).toBe(calls);
});

test('a failing edge function fails the sweep', async () => {
  const callFunction = async () => new Response('no storage', { status: 500 });
  await expect(sweepProject({ database: databaseOf(true, 0), callFunction })).rejects.toThrow(
    /500: no storage/,
  );
});
