import { expect, test } from 'vitest';
import { sendDueMails, startMailing } from '../../../../src/embedded-supabase/sweep/mailing.ts';
import type { Swept } from '../../../../src/embedded-supabase/sweep/sweep-project.ts';

/** A fake timer: at most one callback waits. */
function openClock() {
  let waiting: { readonly ms: number; readonly run: () => void } | null = null;
  return {
    after: (ms: number, run: () => void) => {
      const own = { ms, run };
      waiting = own;
      return () => void (waiting = waiting === own ? null : waiting);
    },
    waits: () => waiting?.ms ?? null,
    pass: async () => {
      const due = waiting;
      waiting = null;
      due?.run();
      await new Promise((done) => setTimeout(done));
    },
  };
}

function open(send: () => Promise<void> = async () => undefined) {
  const clock = openClock();
  const reported: unknown[] = [];
  let runs = 0;
  const mailing = startMailing({
    send: () => ((runs += 1), send()),
    after: clock.after,
    report: (error) => reported.push(error),
  });
  return { clock, reported, mailing, runs: () => runs };
}

test('looks every 15 seconds, and soon after a request, once for many of them', async () => {
  const { clock, mailing, runs } = open();
  expect(clock.waits()).toBe(15_000);
  await clock.pass();
  expect([runs(), clock.waits()]).toEqual([1, 15_000]);
  mailing.nudge();
  mailing.nudge();
  expect(clock.waits()).toBe(2000);
  await clock.pass();
  expect([runs(), clock.waits()]).toEqual([2, 15_000]);
});

test('a failure is reported, and requests do not bring the next attempt forward', async () => {
  const { clock, mailing, reported, runs } = open(() => Promise.reject(new Error('MAIL_FROM is missing')));
  await clock.pass();
  expect(String((reported[0] as Error).cause)).toContain('MAIL_FROM');
  mailing.nudge();
  expect([runs(), clock.waits()]).toEqual([1, 300_000]);
  await clock.pass();
  expect(runs()).toBe(2);
});

test('stop waits for the run, whose failure is not reported', async () => {
  let fail: (error: Error) => void = () => undefined;
  const { clock, mailing, reported } = open(() => new Promise((_done, reject) => (fail = reject)));
  await clock.pass();
  const stopping = mailing.stop();
  fail(new Error('closed'));
  await stopping;
  mailing.nudge();
  expect([reported, clock.waits()]).toEqual([[], null]);
});

const databaseOf = (has: boolean, due: boolean): Swept['database'] => ({
  query: async (text) => ({
    rows: [text.includes('to_regprocedure') ? { has } : { due }] as never[],
    rowCount: 1,
  }),
});

test.each([
  ['a project without mails', false, false, []],
  ['nothing due', true, false, []],
  ['mails that are due', true, true, ['send-mails']],
])('%s: calls %j', async (_what, has, due, calls) => {
  const called: string[] = [];
  const callFunction = async (name: string) => (called.push(name), new Response('{}'));
  await sendDueMails({ database: databaseOf(has, due), callFunction });
  expect(called).toEqual(calls);
});

test('a failing edge function fails the run', async () => {
  const callFunction = async () => new Response('MAIL_FROM', { status: 500 });
  await expect(sendDueMails({ database: databaseOf(true, true), callFunction })).rejects.toThrow(
    /500: MAIL_FROM/,
  );
});
