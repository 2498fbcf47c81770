/** The settings of mails: by SMTP, or by the HTTP service of a provider. Pure. */
import { z } from 'zod';
import type { MailEnv } from '../env.ts';
import { HTTP_STYLES } from './http-styles.ts';

export interface MailSettings {
  readonly from: string;
  /** Where links lead: the app, and the edge functions, without a slash at the end. */
  readonly appUrl: string;
  readonly functionsUrl: string;
  readonly by:
    | { readonly smtp: URL }
    | { readonly http: URL; readonly key: string; readonly style: keyof typeof HTTP_STYLES };
}

/** On this machine, a service may be without TLS. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
export const isLocal = ({ hostname }: URL): boolean => LOCAL.test(hostname);

const url = z
  .string('is missing')
  .refine((text) => URL.canParse(text), 'must be a URL')
  .transform((text) => new URL(text));
const base = url.transform(({ href }) => href.replace(/\/+$/, ''));
const httpUrl = url.refine((it) => it.protocol === 'https:' || (it.protocol === 'http:' && isLocal(it)), {
  message: 'must begin with https://',
});
const smtpUrl = url.refine(({ protocol }) => protocol === 'smtps:' || protocol === 'smtp:', {
  message: 'must begin with smtps://',
});
/** `Name <address>`, with or without quotes around the name, or an address. */
const from = z
  .string('is missing')
  .regex(
    /^(?:[^<>"\\\p{Cc}]*|"[^<>"\\\p{Cc}]*" *)<[^\s<>@,;"]+@[^\s<>@,;"]+>$|^[^\s<>@,;"]+@[^\s<>@,;"]+$/u,
    {
      message: 'must be an address, or Name <address>',
    },
  )
  .transform((text) => {
    const [, name = '', address = text] = /^"?([^"<]*?)"? *<(.+)>$/.exec(text) ?? [];
    return name === '' ? address : `"${name}" <${address}>`;
  });

const schema = z
  .object({
    SUPABASE_URL: base,
    /** Where others reach the functions, if not at `SUPABASE_URL`. */
    FUNCTIONS_URL: base.optional(),
    APP_URL: base,
    MAIL_FROM: from,
    SMTP_URL: smtpUrl.optional(),
    MAIL_HTTP_URL: httpUrl.optional(),
    MAIL_HTTP_KEY: z.string().optional(),
    MAIL_HTTP_STYLE: z.enum(['resend', 'postmark']).default('resend'),
  })
  .refine((it) => it.SMTP_URL === undefined || it.MAIL_HTTP_KEY === undefined, {
    message: 'and MAIL_HTTP_KEY exclude each other',
    path: ['SMTP_URL'],
  });

/** Null without a way to send. Throws an Error for operators, which has the name of the variable and not its value. */
export function readMailSettings(env: MailEnv): MailSettings | null {
  if (env.SMTP_URL === undefined && env.MAIL_HTTP_KEY === undefined) return null;
  const read = schema.safeParse(env);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`);
  }
  const { SMTP_URL: smtp, MAIL_HTTP_KEY: key = '', MAIL_HTTP_STYLE: style, ...data } = read.data;
  const http = data.MAIL_HTTP_URL ?? new URL(HTTP_STYLES[style].url);
  return {
    from: data.MAIL_FROM,
    appUrl: data.APP_URL,
    functionsUrl: data.FUNCTIONS_URL ?? `${data.SUPABASE_URL}/functions/v1`,
    by: smtp === undefined ? { http, key, style } : { smtp },
  };
}
