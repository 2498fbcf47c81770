import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Service } from '../service.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { Mail } from './mailer.ts';

const MAX_MAILS = 100;

interface MailRow extends Mail {
  readonly id: string;
  readonly sent_at: Date;
}

const query = z.object({ to: z.string().optional() });

/**
 * The local mailbox: all emails that would have been sent, newest first. `GET /` is a page; with `Accept:
 * application/json`, or as `/inbox.json`, it is `{mails: [...]}`. `?to=` filters by recipient. `DELETE /` empties it.
 * Anyone who can open it can sign in as any user, so serve it on the loopback interface only. Each request waits for
 * emails that are still being sent.
 */
export function createInbox(deps: {
  readonly database: Database;
  readonly settled: () => Promise<void>;
}): Service {
  return async (request) => {
    const url = new URL(request.url);
    await deps.settled();
    if (request.method === 'DELETE') {
      await deps.database.query('delete from embedded.mails');
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, DELETE' } });
    }
    const { to } = query.parse(Object.fromEntries(url.searchParams));
    const mails = await readMails(deps.database, to);
    const wantsJson =
      url.pathname.endsWith('.json') || request.headers.get('Accept')?.includes('application/json') === true;
    if (wantsJson) return Response.json({ mails }, { headers: { 'Cache-Control': 'no-store' } });
    return new Response(renderPage(mails, to), {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  };
}

async function readMails(database: Database, to: string | undefined): Promise<MailRow[]> {
  const { rows } = await database.query<MailRow>(
    `select id, sent_at, "to", subject, html, text, kind, locale, action_link, otp, token_hash, headers
     from embedded.mails where $1::text is null or "to" = lower($1) order by id desc limit $2`,
    [to ?? null, MAX_MAILS],
  );
  return rows;
}

/** Bodies are rebuilt from text and link, not shown as HTML, so that no email can affect the page. */
function renderPage(mails: readonly MailRow[], to: string | undefined): string {
  const title = to === undefined ? 'Inbox' : `Inbox for ${to}`;
  const list = mails.length === 0 ? '<p>No emails yet.</p>' : mails.map(renderMail).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
.facts { color: color-mix(in srgb, currentColor 65%, transparent); margin: 0 0 0.5rem; }
.body { white-space: pre-line; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Emails of this local Supabase. None of them left this computer.</p>
${list}
</body>
</html>
`;
}

function renderMail(mail: MailRow): string {
  const sentAt = mail.sent_at.toISOString();
  const link =
    mail.action_link === null
      ? ''
      : `<p><a href="${escapeHtml(mail.action_link)}">Open the link in this email</a></p>`;
  return `<article lang="${escapeHtml(mail.locale)}">
<h2>${escapeHtml(mail.subject)}</h2>
<p class="facts">To <a href="?to=${encodeURIComponent(mail.to)}">${escapeHtml(mail.to)}</a>, <time datetime="${sentAt}">${sentAt}</time></p>
<p class="body">${escapeHtml(mail.text)}</p>
${link}
</article>`;
}
