/** Sends an email to a user: quota, frequency, link, text. */
import type { AuthDeps, Caller } from './auth-deps.ts';
import type { AuthKit } from './auth-kit.ts';
import { composeMail } from './compose-mail.ts';
import { AuthError } from './errors.ts';
import type { MailKind } from './mail-templates.ts';
import type { UserRow } from './users.ts';

/** The `type` in the link of an email to `/verify`. */
export type VerificationType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

const VERIFICATION_TYPES: Readonly<Record<MailKind, VerificationType | null>> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: null,
};

/** The link that `/verify` answers. */
export function makeActionLink(
  deps: AuthDeps,
  caller: Caller,
  link: { readonly type: VerificationType; readonly tokenHash: string; readonly redirectTo: string },
): string {
  const url = new URL(`${deps.config.external_url ?? caller.origin}/auth/v1/verify`);
  url.searchParams.set('token', link.tokenHash);
  url.searchParams.set('type', link.type);
  url.searchParams.set('redirect_to', link.redirectTo);
  return url.href;
}

export interface OutgoingMail {
  readonly kind: MailKind;
  readonly user: UserRow;
  readonly to: string;
  readonly otp: string;
  readonly tokenHash: string;
  readonly redirectTo: string;
  readonly newEmail?: string;
}

/** Sends outside of any transaction, because a mail server may be slow. Throws `unexpected_failure` when it fails. */
export async function sendMail(deps: AuthDeps, caller: Caller, mail: OutgoingMail): Promise<void> {
  const type = VERIFICATION_TYPES[mail.kind];
  const facts = {
    kind: mail.kind,
    to: mail.to,
    siteUrl: deps.config.site_url,
    email: mail.user.email ?? mail.to,
    newEmail: mail.newEmail ?? '',
    metadata: mail.user.raw_user_meta_data ?? {},
    verifyUrl: type === null ? '' : makeActionLink(deps, caller, { ...mail, type }),
    redirectTo: mail.redirectTo,
    otp: mail.otp,
    tokenHash: mail.tokenHash,
  };
  const composed = composeMail(facts, deps.mailTemplates[mail.kind]);
  try {
    await deps.mailer.send(composed);
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mail.kind} email`, { cause });
  }
}

/** Kinds of emails that are counted separately. */
export type MailSlot = 'confirmation' | 'recovery' | 'email_change';

/**
 * For callers who are not signed in. Throws `over_email_send_rate_limit` (429) when an email of the kind was requested
 * for this address less than `max_frequency` ago, or when the project's hourly quota is used up. The result does not depend
 * on whether the address has an account, or an email was sent.
 */
export function assertMayAskFor(kit: AuthKit, slot: MailSlot, email: string): void {
  const leftMs = kit.limits.mailTo.take(`${slot} ${email}`);
  if (leftMs > 0) throw tooSoon(leftMs);
  assertWithinMailQuota(kit);
}

/** The same for a signed-in user; `sentAt` is when the last email of the kind was sent. */
export function assertMaySendTo(kit: AuthKit, sentAt: Date | null): void {
  const leftMs = sentAt === null ? 0 : sentAt.getTime() + kit.config.email.max_frequency - kit.clock();
  if (leftMs > 0) throw tooSoon(leftMs);
  assertWithinMailQuota(kit);
}

function tooSoon(leftMs: number): AuthError {
  return new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${Math.ceil(leftMs / 1_000)} seconds.`,
  );
}

function assertWithinMailQuota(kit: AuthKit): void {
  if (!kit.mailer.isMetered || kit.limits.mail.take('project')) return;
  throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
}
