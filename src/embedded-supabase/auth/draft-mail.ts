import type { Transaction } from '../db/database.ts';
import type { AuthKit } from './auth-kit.ts';
import { makeOtp, type OneTimeTokenType, storeOneTimeToken } from './one-time-token.ts';
import { type Challenge, startFlow } from './pkce.ts';
import type { OutgoingMail } from './send-mail.ts';
import type { AuthenticationMethod } from './sessions.ts';
import type { UserRow } from './users.ts';

type RequestedKind = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'reauthentication';
type SentAt = 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at';

const KINDS: Readonly<
  Record<RequestedKind, { token: OneTimeTokenType; sentAt: SentAt; method: AuthenticationMethod }>
> = {
  signup: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'email/signup' },
  invite: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'invite' },
  magiclink: { token: 'recovery_token', sentAt: 'recovery_sent_at', method: 'magiclink' },
  recovery: { token: 'recovery_token', sentAt: 'recovery_sent_at', method: 'recovery' },
  reauthentication: {
    token: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    method: 'otp',
  },
};

const SET_SENT_AT: Readonly<Record<SentAt, string>> = {
  confirmation_sent_at: 'update auth.users set confirmation_sent_at = $2, updated_at = $2 where id = $1',
  recovery_sent_at: 'update auth.users set recovery_sent_at = $2, updated_at = $2 where id = $1',
  reauthentication_sent_at:
    'update auth.users set reauthentication_sent_at = $2, updated_at = $2 where id = $1',
};

/**
 * Stores the token of an email to the user's address and the time of the request. `sendMail` sends the email once the
 * transaction is committed. The caller limits how often a user may request one.
 */
export async function draftMail(
  db: Transaction,
  kit: AuthKit,
  request: {
    readonly user: UserRow;
    readonly kind: RequestedKind;
    readonly challenge?: Challenge | null;
  },
): Promise<Omit<OutgoingMail, 'redirectTo'>> {
  const { user, kind } = request;
  const settings = KINDS[kind];
  const challenge = request.challenge ?? null;
  const nowMs = kit.clock();
  const email = user.email ?? '';
  const otp = makeOtp(kit.random, kit.config.email.otp_length);
  const tokenHash = await storeOneTimeToken(
    db,
    { userId: user.id, type: settings.token, email, otp, isPkce: challenge !== null },
    nowMs,
  );
  await db.query(SET_SENT_AT[settings.sentAt], [user.id, new Date(nowMs)]);
  if (challenge !== null) {
    await startFlow(db, { userId: user.id, authenticationMethod: settings.method, challenge }, nowMs);
  }
  return { kind, user, to: email, otp, tokenHash };
}
