/** Claims of an access token, for display only; the server verifies the token. */

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
