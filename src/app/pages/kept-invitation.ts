/** The token of an invitation on its way through sign-in, which may end in another tab: a mail is confirmed there. */
const KEY = 'spolu.invitation';

export const keepInvitation = (token: string): void => localStorage.setItem(KEY, token);
export const keptInvitation = (): string | null => localStorage.getItem(KEY);
export const forgetInvitation = (): void => localStorage.removeItem(KEY);
