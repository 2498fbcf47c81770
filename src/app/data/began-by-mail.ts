import * as z from 'zod/mini';
import { readTokenClaim } from './token-claims.ts';

const methodsSchema = z.array(z.object({ method: z.string() }));

/** Sign-in methods that replace a forgotten password. */
const BY_MAIL = new Set(['otp', 'magiclink', 'recovery']);

/** Whether a session began with a mail; such a session needs no password. */
export function beganByMail(token: string): boolean {
  const methods = methodsSchema.safeParse(readTokenClaim(token, 'amr'));
  return methods.success && methods.data.some(({ method }) => BY_MAIL.has(method));
}
