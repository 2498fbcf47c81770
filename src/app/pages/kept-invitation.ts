import * as z from 'zod/mini';

/** Keeps an invitation token during sign-in, which can end in another tab after a mail was confirmed. */
const KEY = 'spolu.invitation';

export const keepInvitation = (token: string): void => localStorage.setItem(KEY, token);
export const keptInvitation = (): string | null => localStorage.getItem(KEY);
export const forgetInvitation = (): void => localStorage.removeItem(KEY);

/** Router state passed from the invitation to the sign-in forms; it is not in the URL. */
const invitedSchema = z.object({ invitedEmail: z.string() });

export const withInvitedEmail = (invitedEmail: string): z.output<typeof invitedSchema> => ({ invitedEmail });

/** @param state of the router's location */
export const readInvitedEmail = (state: unknown): string =>
  invitedSchema.safeParse(state).data?.invitedEmail ?? '';
