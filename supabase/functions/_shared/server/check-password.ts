import { z } from 'zod';
import { type Env, serviceHeaders } from './env.ts';
import { Refusal } from './refusal.ts';

/** A GoTrue error. Its `code` is the HTTP status. */
const problemSchema = z.object({ error_code: z.string() });
const RETRY_AFTER_MS = 60_000;

/**
 * Checks a password by signing in, because only the auth service can verify it. Of its refusals (CAPTCHA, rate limit,
 * unconfirmed address, …) one alone means a wrong password; all others throw a `Refusal`.
 */
export async function isPasswordOf(
  env: Env,
  { email, password }: { readonly email: string; readonly password: string },
  send: typeof fetch = fetch,
): Promise<boolean> {
  const reply = await send(`${env.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...serviceHeaders(env), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await reply.text();
  if (reply.ok) return true;
  if (reply.status === 429) throw new Refusal('rate_limited', undefined, RETRY_AFTER_MS);
  const code = readCode(text);
  if (reply.status < 500 && code === 'invalid_credentials') return false;
  throw new Refusal('unavailable', `auth answered ${reply.status} ${code}`);
}

function readCode(text: string): string {
  try {
    return problemSchema.safeParse(JSON.parse(text)).data?.error_code ?? 'without a code';
  } catch (error) {
    if (error instanceof SyntaxError) return 'without JSON';
    throw error;
  }
}
