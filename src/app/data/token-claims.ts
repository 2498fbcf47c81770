/** Claims of an access token, for display only; the server verifies the token. */
import * as z from 'zod/mini';

/** Undefined if it is not a token. Decodes ASCII only, which these claims are. */
export function readTokenClaim(token: string, name: 'aal' | 'amr' | 'iat' | 'exp'): unknown {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Object(claims)[name];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
}

const methodsSchema = z.array(z.object({ method: z.string() }));

/** Sign-in methods that replace a forgotten password. */
const BY_MAIL = new Set(['otp', 'magiclink', 'recovery']);

/** Whether a session began with a mail; such a session needs no password. */
export function beganByMail(token: string): boolean {
  const methods = methodsSchema.safeParse(readTokenClaim(token, 'amr'));
  return methods.success && methods.data.some(({ method }) => BY_MAIL.has(method));
}
