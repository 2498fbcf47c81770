/** What an access token says about its sign-in. Read for what pages show; the server checks the token itself. */
import * as z from 'zod/mini';

const claimsSchema = z.object({
  session_id: z.optional(z.string()),
  aal: z.optional(z.string()),
  amr: z.optional(z.array(z.object({ method: z.string() }))),
});
export type TokenClaims = z.output<typeof claimsSchema>;

/** No claims when it is no token. */
export function readTokenClaims(token: string): TokenClaims {
  const parsed = claimsSchema.safeParse(parsePayload(token));
  return parsed.success ? parsed.data : {};
}

function parsePayload(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Sign-ins that stand for a forgotten password: nobody is asked for it then. */
const BY_MAIL = new Set(['otp', 'magiclink', 'recovery']);

export const beganByMail = (token: string): boolean =>
  (readTokenClaims(token).amr ?? []).some(({ method }) => BY_MAIL.has(method));
