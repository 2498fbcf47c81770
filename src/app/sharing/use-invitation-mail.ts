import { useQuery } from '@tanstack/react-query';
import { sharingQuery, type Invitation } from '../data/sharing.ts';

/** Null: the invitation is not listed yet, or was used. The open dialog asks again every few seconds. */
export function useInvitationMail(documentId: string, email: string): Invitation['mail'] | 'notSetUp' {
  const { data } = useQuery(sharingQuery(documentId));
  const invitation = data?.invitations.find((one) => one.email === email.toLowerCase());
  if (invitation === undefined) return null;
  return data?.mailsAreSetUp ? invitation.mail : 'notSetUp';
}
