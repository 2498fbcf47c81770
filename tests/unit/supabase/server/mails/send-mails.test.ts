import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Letter } from '#contract/mails/letter.ts';
import type { Database } from '../../../../../supabase/functions/_shared/server/database.ts';
import type {
  MailMessage,
  Outcome,
} from '../../../../../supabase/functions/_shared/server/mails/mail-sender.ts';
import { sendMails } from '../../../../../supabase/functions/_shared/server/mails/send-mails.ts';

const ENV = {
  SUPABASE_URL: 'https://x.supabase.co',
  APP_URL: 'https://spolu.test',
  MAIL_FROM: 'mail@spolu.test',
  SMTP_URL: 'smtps://mail.test',
};

const letter = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  kind: 'invitation',
  to: 'ann@example.test',
  language: 'cs',
  inviter: 'Jana',
  documentId: crypto.randomUUID(),
  title: 'Plán',
  role: 'editor',
  expiresAt: '2026-12-29T10:00:00+00:00',
  token: 'a'.repeat(64),
  stop: { sender: 'b'.repeat(67) },
  ...changes,
});

/** A queue that hands out each of these batches once, and the mails that leave. */
function openWorld(
  batches: readonly (readonly { readonly id: string }[])[],
  outcomes: readonly Outcome[] = [],
) {
  const left = [...batches];
  const results = [...outcomes];
  const calls: { readonly name: string; readonly args: object }[] = [];
  const sent: MailMessage[] = [];
  let ms = 0;
  let opened = 0;
  let closed = 0;
  const database: Pick<Database, 'call'> = {
    call: async (name, args, shape) => {
      calls.push({ name, args });
      const batch = name === 'claim_mails' && args['p_is_set_up'] === true ? (left.shift() ?? []) : [];
      return z.parse(shape, name === 'claim_mails' ? batch : null);
    },
  };
  const world = {
    calls,
    sent,
    reports: () => calls.filter(({ name }) => name === 'report_mail').map(({ args }) => args),
    claims: () => calls.filter(({ name }) => name === 'claim_mails').map(({ args }) => args),
    open: () => opened - closed,
    msPerMail: 0,
    run: (env: object = ENV) =>
      sendMails(database as Database, env, {
        now: () => ms,
        render: ({ kind, language, to }: Letter, app) => {
          if (to === 'unwritable@example.test') throw new RangeError('no such time zone');
          const html = `${app.url} ${app.functionsUrl}`;
          return { subject: `${kind} ${language}`, html, text: '', headers: {} };
        },
        open: async () => {
          opened += 1;
          return {
            send: async (message) => {
              sent.push(message);
              ms += world.msPerMail;
              return results.shift() ?? { outcome: 'sent' };
            },
            close: () => void (closed += 1),
          };
        },
      }),
  };
  return world;
}

test('each letter is written, sent under its id, and reported', async () => {
  const [one, two, three] = [letter(), letter({ language: 'en-US' }), letter()];
  const problem = '550 5.1.1';
  const world = openWorld([[one, two, three]], [{ outcome: 'sent' }, { outcome: 'refused', problem }]);
  expect(await world.run()).toEqual({ isSetUp: true, sent: 2, refused: 1, failed: 0 });
  expect(world.sent[0]).toEqual({
    id: one.id,
    from: 'mail@spolu.test',
    to: 'ann@example.test',
    subject: 'invitation cs',
    html: 'https://spolu.test https://x.supabase.co/functions/v1',
    text: '',
    headers: {},
  });
  expect(world.reports()).toEqual([
    { p_mail: one.id, p_outcome: 'sent', p_problem: null },
    { p_mail: two.id, p_outcome: 'refused', p_problem: problem },
    { p_mail: three.id, p_outcome: 'sent', p_problem: null },
  ]);
  expect(world.open()).toBe(0);
});

test('without settings nothing is claimed, and the database learns it', async () => {
  const world = openWorld([[letter()]]);
  expect(await world.run({ ...ENV, SMTP_URL: undefined })).toEqual({
    isSetUp: false,
    sent: 0,
    refused: 0,
    failed: 0,
  });
  expect(world.claims()).toEqual([{ p_is_set_up: false, p_most: 20 }]);
  expect(world.sent).toEqual([]);
});

test('with wrong settings too, and the operator gets the reason', async () => {
  const world = openWorld([[letter()]]);
  await expect(world.run({ ...ENV, MAIL_FROM: 'me' })).rejects.toThrow('MAIL_FROM');
  expect(world.claims()).toEqual([{ p_is_set_up: false, p_most: 20 }]);
});

const many = (count: number) => Array.from({ length: count }, () => letter());

test('goes on while twenty are handed out', async () => {
  const world = openWorld([many(20), many(20), many(3)]);
  expect(await world.run()).toMatchObject({ sent: 43 });
  expect(world.claims()).toHaveLength(3);
});

test('ends within its processor time', async () => {
  const world = openWorld(Array.from({ length: 50 }, () => many(20)));
  expect(await world.run()).toMatchObject({ sent: 100 });
});

test('ends within its time, and leaves no claimed mail without a report', async () => {
  const world = openWorld([many(20), many(20), many(20)]);
  world.msPerMail = 1700;
  expect(await world.run()).toEqual({ isSetUp: true, sent: 30, refused: 0, failed: 10 });
  expect(world.claims()).toHaveLength(2);
  expect(world.reports()).toHaveLength(40);
  expect(world.reports().at(-1)).toMatchObject({ p_outcome: 'failed', p_problem: 'no time left' });
});

test('a letter that cannot be read fails alone', async () => {
  const world = openWorld([[letter({ kind: 'of a later version' }), letter()]]);
  expect(await world.run()).toMatchObject({ sent: 1, failed: 1 });
  expect(world.reports()[0]).toMatchObject({
    p_outcome: 'failed',
    p_problem: expect.stringContaining('kind'),
  });
});

test('a letter that cannot be written fails alone, and the log says why', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const world = openWorld([[letter({ to: 'unwritable@example.test' }), letter()]]);
  expect(await world.run()).toMatchObject({ sent: 1, failed: 1 });
  expect(world.reports()[0]).toMatchObject({ p_problem: 'RangeError: no such time zone' });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('the connection is closed when the database fails', async () => {
  const world = openWorld([[letter()]]);
  const broken = world.run();
  world.calls.push = () => {
    throw new Error('away');
  };
  await expect(broken).rejects.toThrow('away');
  expect(world.open()).toBe(0);
});
