import { useQuery } from '@tanstack/react-query';
import { sharingQuery, type Invitation } from '../data/sharing.ts';

/** As `private.mail_of` has them. */
const STATES = ['waits', 'sent', 'failed', 'tooMany'] as const;
export type MailState = (typeof STATES)[number];

/** Null: none, or one that this build does not know. */
export const readMailState = ({ mail }: Invitation): MailState | null =>
  STATES.find((state) => state === mail) ?? null;

/** Null: the invitation is not listed yet, or was used. The open dialog asks again every few seconds. */
export function useInvitationMail(
  documentId: string,
  email: string,
): MailState | 'notSetUp' | 'notKnown' | null {
  const { data } = useQuery(sharingQuery(documentId));
  const invitation = data?.invitations.find((one) => one.email === email.toLowerCase());
  if (invitation === undefined) return null;
  if (data?.mailsAreSetUp === false) return 'notSetUp';
  const state = readMailState(invitation);
  return state === 'waits' && data?.mailsAreSetUp !== true ? 'notKnown' : state;
}
