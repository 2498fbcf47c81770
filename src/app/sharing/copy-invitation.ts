import { invitationPath } from '../data/paths.ts';
import { copyAddress } from './copy-address.ts';

/** Copies the invitation link with its token. */
export const copyInvitation = (token: string): Promise<boolean> =>
  copyAddress(`${location.origin}${invitationPath(token)}`);
