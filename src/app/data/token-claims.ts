/** What an access token says about its sign-in. Read for what pages show; the server checks the token itself. */

/** Undefined when it is no token. Only plain letters are read right, which is all that is asked for here. */
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
