import * as z from 'zod/mini';

/** The token of an invitation on its way through sign-in, which may end in another tab: a mail is confirmed there. */
const KEY = 'spolu.invitation';

export const keepInvitation = (token: string): void => localStorage.setItem(KEY, token);
export const keptInvitation = (): string | null => localStorage.getItem(KEY);
export const forgetInvitation = (): void => localStorage.removeItem(KEY);

/** Goes along from the invitation to the forms for visitors, in the history of the tab and in no address. */
const invitedSchema = z.object({ invitedEmail: z.string() });

export const withInvitedEmail = (invitedEmail: string): z.output<typeof invitedSchema> => ({ invitedEmail });

/** @param state of the router's location */
export const readInvitedEmail = (state: unknown): string =>
  invitedSchema.safeParse(state).data?.invitedEmail ?? '';
