/**
 * `POST /mail/v1/emails`, for the project's edge functions: sends an email as the services do, so by `SMTP_URL` or into the
 * inbox. It has the shape of Resend's API, which functions use on a hosted project too. Not part of Supabase.
 */
import { z } from 'zod';
import type { Service } from '../service.ts';
import type { Tokens } from '../keys/tokens.ts';
import { parseJson } from '../text/parse-json.ts';
import { type Mailer, RefusedRecipientError } from './mailer.ts';
import { firstLinkOf, languageOf } from './read-html.ts';

const line = z.string().regex(/^[^\r\n]*$/);
const emailSchema = z.object({
  to: z.tuple([line]),
  subject: line,
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/), line).default({}),
});

const refuse = (statusCode: number, name: string, message: string): Response =>
  Response.json({ statusCode, name, message }, { status: statusCode });

export function createOutbox(deps: {
  readonly mailer: Mailer;
  readonly tokens: Pick<Tokens, 'verify'>;
  /** Receives the failure of the mail server. */
  readonly report: (error: unknown) => void;
}): Service {
  return async (request, { token }) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/emails')
      return refuse(404, 'not_found', 'POST /emails only');
    const verified = token === null ? null : await deps.tokens.verify(token);
    if (verified?.ok !== true || verified.claims.role !== 'service_role')
      return refuse(401, 'invalid_api_key', 'needs the service key');
    const email = emailSchema.safeParse(parseJson(await request.text()));
    if (!email.success) return refuse(400, 'validation_error', z.prettifyError(email.error));
    const { html, to, ...rest } = email.data;
    const facts = { locale: languageOf(html), action_link: firstLinkOf(html), otp: null, token_hash: null };
    try {
      await deps.mailer.send({ ...rest, ...facts, to: to[0], html, kind: 'function' });
    } catch (error) {
      if (error instanceof RefusedRecipientError)
        return refuse(422, 'validation_error', `Invalid \`to\` field: ${error.message}`);
      deps.report(error);
      return refuse(503, 'application_error', String(error));
    }
    return Response.json({ id: crypto.randomUUID() });
  };
}
