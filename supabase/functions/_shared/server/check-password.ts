import { z } from 'zod';
import { type Env, serviceHeaders } from './env.ts';
import { Refusal } from './refusal.ts';

/** GoTrue names its codes so; `code` beside `error_code` is the status. */
const problemSchema = z.object({ error_code: z.string() });
const RETRY_AFTER_MS = 60_000;

/**
 * Only the auth service can tell, and it makes a sign-in of it. It refuses for many reasons (a CAPTCHA, too many attempts,
 * an address not confirmed); one of them says that the password is wrong.
 */
export async function isPasswordOf(
  env: Env,
  { email, password }: { readonly email: string; readonly password: string },
  ask: typeof fetch = fetch,
): Promise<boolean> {
  const reply = await ask(`${env.supabaseUrl}/auth/v1/token?grant_type=password`, {
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
