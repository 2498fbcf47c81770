import type { Database } from '../db/database.ts';
import type { Mail, Mailer } from './mailer.ts';

const MAILS_KEPT = 1_000;

/** Keeps the last thousand emails in a table of the services; `/inbox` shows them. */
export function createInboxMailer(deps: {
  readonly database: Database;
  readonly clock: () => number;
}): Mailer {
  return {
    isMetered: false,
    send: async (mail: Mail) => {
      const { rows } = await deps.database.query<{ id: string }>(
        `insert into embedded.mails (sent_at, "to", subject, html, text, kind, locale, action_link, otp, token_hash, headers)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
        [
          new Date(deps.clock()),
          mail.to,
          mail.subject,
          mail.html,
          mail.text,
          mail.kind,
          mail.locale,
          mail.action_link,
          mail.otp,
          mail.token_hash,
          JSON.stringify(mail.headers ?? {}),
        ],
      );
      await deps.database.query('delete from embedded.mails where id <= $1::bigint - $2::bigint', [
        rows[0]?.id,
        MAILS_KEPT,
      ]);
    },
  };
}
