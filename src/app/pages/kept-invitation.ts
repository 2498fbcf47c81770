/** The token of an invitation on its way through sign-in, which may end in another tab: a mail is confirmed there. */
const KEY = 'spolu.invitation';

/** Takes the token out of the address, where it could be read over a shoulder or end up in a log. */
export function takeInvitation(): string {
  const token = location.hash.slice(1);
  if (token === '') return localStorage.getItem(KEY) ?? '';
  localStorage.setItem(KEY, token);
  history.replaceState(history.state, '', location.pathname);
  return token;
}

export const forgetInvitation = (): void => localStorage.removeItem(KEY);
