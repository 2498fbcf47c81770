/**
 * Claims mails that are due, sends them, and reports each. A run that ends in between loses nothing: the queue hands out again
 * what nobody reported on. Two runs at once get different mails.
 */
import { z } from 'zod';
import { letterSchema, type Letter } from '../../contract/mails/letter.ts';
import type { Database } from '../database.ts';
import type { MailEnv } from '../env.ts';
import type { MailMessage, MailSender, Outcome } from './mail-sender.ts';
import { openSender } from './open-sender.ts';
import { type MailSettings, readMailSettings } from './settings.ts';

const MAILS_PER_CLAIM = 20;
/** A hosted function has two seconds of processor time. A hundred mails of 50 kB take 1.1 s, with the start. */
const MOST_CLAIMS = 5;
/** A hosted function is ended after 150 s, and the schedule calls again every minute. */
const LONGEST_MS = 50_000;

const claimed = z.array(z.looseObject({ id: z.uuid() }));
type Claimed = z.infer<typeof claimed>[number];

export interface Sent {
  readonly isSetUp: boolean;
  readonly sent: number;
  readonly refused: number;
  readonly failed: number;
}

export interface SendMailsEdges {
  /** `renderMail` of `#contract/mails`. */
  readonly render: (
    letter: Letter,
    app: { readonly url: string; readonly functionsUrl: string },
  ) => Pick<MailMessage, 'subject' | 'html' | 'text' | 'headers'>;
  readonly open?: (settings: MailSettings) => Promise<MailSender>;
  readonly now?: () => number;
}

/** Throws an Error for operators when the settings are wrong. */
export async function sendMails(
  database: Database,
  env: MailEnv,
  { render, open = openSender, now = () => performance.now() }: SendMailsEdges,
): Promise<Sent> {
  const settings = await readSettings(database, env);
  const counts = { sent: 0, refused: 0, failed: 0 };
  if (settings === null) return { isSetUp: false, ...counts };
  const startedAt = now();
  const isLate = (): boolean => now() - startedAt > LONGEST_MS;
  const sender = await open(settings);
  try {
    for (let claims = 0; claims < MOST_CLAIMS && !isLate(); claims += 1) {
      const letters = await claim(database, true);
      for (const letter of letters) {
        const outcome: Outcome = isLate()
          ? { outcome: 'failed', problem: 'no time left' }
          : await sendLetter(letter, settings, render, sender);
        await report(database, letter.id, outcome);
        counts[outcome.outcome] += 1;
      }
      if (letters.length < MAILS_PER_CLAIM) break;
    }
  } finally {
    sender.close();
  }
  return { isSetUp: true, ...counts };
}

/** Without settings, or with wrong ones, the database learns that no mails leave, and pages promise none. */
async function readSettings(database: Database, env: MailEnv): Promise<MailSettings | null> {
  let settings: MailSettings | null = null;
  try {
    settings = readMailSettings(env);
  } finally {
    if (settings === null) await claim(database, false);
  }
  return settings;
}

const claim = (database: Database, isSetUp: boolean): Promise<Claimed[]> =>
  database.call('claim_mails', { p_is_set_up: isSetUp, p_most: MAILS_PER_CLAIM }, claimed);

/** A letter that this version cannot read or write fails alone: the others of its claim are not to wait for it. */
async function sendLetter(
  found: Claimed,
  settings: MailSettings,
  render: SendMailsEdges['render'],
  sender: MailSender,
): Promise<Outcome> {
  const message = write(found, settings, render);
  return 'outcome' in message ? message : await sender.send(message);
}

function write(
  found: Claimed,
  { from, appUrl, functionsUrl }: MailSettings,
  render: SendMailsEdges['render'],
): MailMessage | Outcome {
  const letter = letterSchema.safeParse(found);
  if (!letter.success) return { outcome: 'failed', problem: z.prettifyError(letter.error) };
  const { id, to } = letter.data;
  try {
    return { ...render(letter.data, { url: appUrl, functionsUrl }), id, from, to };
  } catch (error) {
    console.error(`The mail ${id} cannot be written`, error);
    return { outcome: 'failed', problem: String(error) };
  }
}

async function report(database: Database, id: string, outcome: Outcome): Promise<void> {
  const problem = 'problem' in outcome ? outcome.problem : null;
  await database.call(
    'report_mail',
    { p_mail: id, p_outcome: outcome.outcome, p_problem: problem },
    z.unknown(),
  );
}
