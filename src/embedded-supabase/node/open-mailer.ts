import type { Database } from '../db/database.ts';
import { createInboxMailer } from '../mail/inbox-mailer.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { SupabaseOptions } from './supabase-options.ts';

type Env = SupabaseOptions['env'];

export const mailLeaves = (env: Env): boolean => (env['SMTP_URL'] ?? '') !== '';

export const mailSender = (env: Env): string =>
  env['SMTP_FROM'] ?? `${env['APP_NAME'] || 'Supabase'} <no-reply@localhost>`;

/** Sends by `SMTP_URL`; without it, emails stay in the inbox. */
export async function openMailer(
  { env }: Pick<SupabaseOptions, 'env'>,
  database: Database,
  clock: () => number,
): Promise<Mailer> {
  const smtpUrl = env['SMTP_URL'];
  if (smtpUrl === undefined || smtpUrl === '') return createInboxMailer({ database, clock });
  const { createSmtpMailer } = await import('./smtp-mailer.ts');
  return createSmtpMailer({ url: smtpUrl, from: mailSender(env) });
}
